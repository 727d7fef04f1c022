// SPDX-License-Identifier: Apache-2.0
// Whatever a host sends, cut into pieces as the input says: the splitter and the parser return
// events or errors, and an error's quotation is short and printable.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/host_protocol.h"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    namespace protocol = stallscope::protocol;
    if (size == 0) return 0;
    const std::size_t piece = std::size_t{data[0]} + 1;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

    protocol::LineSplitter splitter;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        splitter.add(bytes.substr(at, piece));
        for (;;) {
            const auto line = splitter.next();
            if (!line || !*line) break;
            require(line->value().find('\n') == std::string::npos);
            if (const auto event = protocol::parse_event(**line); !event) {
                require(!event.error().says.empty());
                require(event.error().says.size() < 4096);
            }
        }
    }
    (void)protocol::parse_event(bytes);
    return 0;
}
