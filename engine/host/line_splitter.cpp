// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "host/host_protocol.h"

namespace stallscope::protocol {
namespace {

tl::unexpected<Error> too_long() {
    return fail(ErrorKind::measurement,
                fmt::format("the host sent a line of more than {} bytes", longest_line), "host",
                "The control socket is for the protocol only; print to standard output instead");
}

}  // namespace

void LineSplitter::add(std::string_view bytes) {
    if (m_too_long) return;
    if (m_start > 0) {
        m_buffer.erase(0, m_start);
        m_scanned -= m_start;
        m_start = 0;
    }
    m_buffer.append(bytes);
}

Result<std::optional<std::string>> LineSplitter::next() {
    if (m_too_long) return too_long();
    const std::size_t end = m_buffer.find('\n', m_scanned);
    const std::size_t length = (end == std::string::npos ? m_buffer.size() : end) - m_start;
    if (length > longest_line) {
        m_too_long = true;
        m_buffer = {};
        return too_long();
    }
    if (end == std::string::npos) {
        m_scanned = m_buffer.size();
        return std::nullopt;
    }
    std::string line = m_buffer.substr(m_start, length);
    m_start = m_scanned = end + 1;
    return line;
}

}  // namespace stallscope::protocol
