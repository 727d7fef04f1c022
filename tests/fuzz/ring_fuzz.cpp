// SPDX-License-Identifier: Apache-2.0
// A hostile writer: the input scribbles over the ring's header and records between drains. The
// reader never returns more than the ring can hold, and a well-behaved writer is read exactly.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "record/arena.h"

namespace {

using stallscope::Drained;
using stallscope::RingHeader;
using stallscope::RingReader;
using stallscope::RingWriter;
using stallscope::StampRecord;

constexpr std::uint32_t capacity = 64;

void require(bool holds) {
    if (!holds) std::abort();
}

class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) {}
    bool empty() const { return m_left == 0; }
    std::uint64_t take(std::size_t bytes) {
        std::uint64_t value = 0;
        const std::size_t got = bytes < m_left ? bytes : m_left;
        std::memcpy(&value, m_data, got);
        m_data += got;
        m_left -= got;
        return value;
    }

private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

struct Ring {
    RingHeader header{};
    std::array<StampRecord, capacity> records{};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto ring = std::make_unique<Ring>();
    RingReader reader(&ring->header, ring->records.data(), capacity);
    RingWriter writer(&ring->header, ring->records.data(), capacity);
    Input input(data, size);
    bool honest = true;
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    std::vector<StampRecord> out;
    while (!input.empty()) {
        switch (input.take(1) % 7) {
            case 0:
                ring->header.head.store(input.take(8));
                honest = false;
                break;
            case 1:
                ring->header.dropped.store(input.take(8));
                honest = false;
                break;
            case 2:
                ring->header.watermark.store(static_cast<std::int64_t>(input.take(8)));
                break;
            case 3:
                ring->header.tail.store(input.take(8));
                honest = false;
                break;
            case 4:
                for (std::uint64_t n = input.take(1); n > 0; --n) {
                    StampRecord record;
                    record.request = ++written;
                    writer.write(record);
                }
                break;
            case 5:
                ring->records[input.take(1) % capacity].kind =
                    static_cast<std::uint32_t>(input.take(4));
                break;
            default: {
                out.clear();
                const Drained found = reader.drain(out);
                require(found.records == out.size() && out.size() <= capacity);
                if (honest) {
                    require(!found.corrupt);
                    read += found.records + found.dropped;
                    require(read == written);
                }
            }
        }
    }
    return 0;
}
