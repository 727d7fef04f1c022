// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "record/arena.h"

namespace stallscope {

RingReader::RingReader(RingHeader* header, const StampRecord* records, std::uint32_t capacity)
    : m_header(header), m_records(records), m_capacity(capacity) {}

Drained RingReader::drain(std::vector<StampRecord>& out) {
    Drained found;
    // The watermark first: whatever was recorded before it was raised is then behind `head`. The
    // same for the drops, so that a record is never both missing and uncounted.
    found.watermark = m_header->watermark.load(std::memory_order_acquire);
    const std::uint64_t dropped = m_header->dropped.load(std::memory_order_acquire);
    const std::uint64_t head = m_header->head.load(std::memory_order_acquire);

    if (dropped < m_dropped) {
        found.corrupt = true;
    } else {
        found.dropped = dropped - m_dropped;
        m_dropped = dropped;
    }
    // Unsigned: a head that ran backwards is far ahead as well. The tail in the shared memory is
    // for the writer only; ours is the one that counts.
    const std::uint64_t waiting = head - m_tail;
    if (waiting > m_capacity) {
        found.corrupt = true;
        return found;
    }
    const std::size_t count = waiting;
    const std::size_t first = m_tail & (m_capacity - 1);
    const std::size_t before_the_end = std::min<std::size_t>(count, m_capacity - first);
    out.insert(out.end(), m_records + first, m_records + first + before_the_end);
    out.insert(out.end(), m_records, m_records + (count - before_the_end));
    m_tail = head;
    m_header->tail.store(m_tail, std::memory_order_release);
    found.records = count;
    return found;
}

}  // namespace stallscope
