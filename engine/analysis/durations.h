// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope {

/// Nanoseconds of very many requests, in the order in which they were added. A value within ±2.1 s
/// takes four bytes, another one twelve; visits are put together without copying them.
class Durations {
    /// Stands for the next value of `wide`.
    static constexpr std::int32_t elsewhere = INT32_MIN;
    struct Block {
        std::vector<std::int32_t> narrow;  ///< one per value
        std::vector<std::int64_t> wide;    ///< those that do not fit, in order
    };

public:
    /// Room for so many more values.
    void reserve(std::size_t more);
    void push_back(std::int64_t ns) {
        if (m_blocks.empty()) {
            m_blocks.emplace_back();
        }
        Block& block = m_blocks.back();
        if (ns > INT32_MIN && ns <= INT32_MAX) {
            block.narrow.push_back(static_cast<std::int32_t>(ns));
        } else {
            block.narrow.push_back(elsewhere);
            block.wide.push_back(ns);
        }
    }
    /// Puts the other one's values behind these.
    void append(Durations&& other);

    std::size_t size() const;
    bool empty() const { return size() == 0; }

    /// Calls `take(ns)` for every value, in order.
    template <class Take>
    void for_each(Take&& take) const {
        for (const Block& block : m_blocks) {
            std::size_t wide = 0;
            for (const std::int32_t value : block.narrow) {
                take(value == elsewhere ? block.wide[wide++] : std::int64_t{value});
            }
        }
    }

    /// The values at these places of the ascending order, from 0; one for each of `ranks`, which
    /// ascend and are below size(). Counts instead of sorting: O(n), leaves the values alone.
    std::vector<std::int64_t> in_order_at(std::span<const std::size_t> ranks) const;

    /// Exact below 2^63 ns in four-byte values and 2^64 ns in others.
    long double sum() const;

    /// Hands out the values one after the other.
    class Reader {
    public:
        explicit Reader(const Durations& durations) : m_blocks(durations.m_blocks) {}
        std::int64_t next();  ///< at most size() times

    private:
        std::span<const Block> m_blocks;
        std::size_t m_narrow = 0, m_wide = 0;
    };

private:
    std::vector<std::int64_t> narrow_at(std::span<const std::size_t> ranks) const;
    std::vector<Block> m_blocks;
};

}  // namespace stallscope
