// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "record/arena.h"

namespace stallscope {

RingWriter::RingWriter(RingHeader* header, StampRecord* records, std::uint32_t capacity)
    : m_header(header), m_records(records), m_capacity(capacity) {}

void RingWriter::write(const StampRecord& record) {
    // Only this thread moves head; the reader's tail says which slots may be used again.
    const std::uint64_t head = m_header->head.load(std::memory_order_relaxed);
    const std::uint64_t tail = m_header->tail.load(std::memory_order_acquire);
    if (head - tail >= m_capacity) {
        m_header->dropped.store(m_header->dropped.load(std::memory_order_relaxed) + 1,
                                std::memory_order_release);
        return;
    }
    std::memcpy(&m_records[head & (m_capacity - 1)], &record, sizeof record);
    m_header->head.store(head + 1, std::memory_order_release);
}

void RingWriter::set_watermark(std::int64_t ns) {
    m_header->watermark.store(ns, std::memory_order_release);
}

}  // namespace stallscope
