// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "batch/batch_policy.h"

namespace stallscope {

/// Hands out the messages of a batch, each once, to any number of workers. Allocates nothing.
class ClaimCursor {
public:
    struct Block {
        std::size_t begin = 0;
        std::size_t end = 0;  ///< begin == end: nothing is left
    };

    ClaimCursor(std::size_t count, int workers, Claiming claiming)
        : m_count(count),
          m_shares(claiming == Claiming::guided ? 2 * static_cast<std::size_t>(workers) : 0) {}

    /// The next block. Guided: what is left / (2 · workers), at least one (guided
    /// self-scheduling, Polychronopoulos and Kuck 1987, with half of their share).
    Block claim() {
        if (m_shares == 0) {
            const std::size_t at = m_next.fetch_add(1, std::memory_order_relaxed);
            return at < m_count ? Block{at, at + 1} : Block{};
        }
        std::size_t at = m_next.load(std::memory_order_relaxed);
        while (at < m_count) {
            const std::size_t end = at + std::max<std::size_t>(1, (m_count - at) / m_shares);
            if (m_next.compare_exchange_weak(at, end, std::memory_order_relaxed)) return {at, end};
        }
        return {};
    }

    /// Whoever claims from now on gets nothing.
    void close() { m_next.store(m_count, std::memory_order_relaxed); }

private:
    const std::size_t m_count;
    const std::size_t m_shares;
    alignas(64) std::atomic<std::size_t> m_next{0};
};

}  // namespace stallscope
