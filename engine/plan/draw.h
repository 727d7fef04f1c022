// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace stallscope {

/// Random numbers that are the same everywhere for the same seed: SplitMix64 (Steele, Lea and
/// Flood 2014). The standard library's shuffles may differ from one to the next.
class Draw {
public:
    explicit Draw(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next() {
        m_state += 0x9E3779B97F4A7C15u;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
        return mixed ^ (mixed >> 31);
    }

    /// Uniform in [0, bound); bound is at least 1. What would favour small values is drawn again.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t uneven = (0 - bound) % bound;  // 2^64 mod bound
        for (;;) {
            const std::uint64_t drawn = next();
            if (drawn >= uneven) return drawn % bound;
        }
    }

    /// Every order is equally likely (Fisher and Yates, in Durstenfeld's form).
    template <class T>
    void shuffle(std::vector<T>& items) {
        for (std::size_t left = items.size(); left > 1; --left)
            std::swap(items[left - 1], items[static_cast<std::size_t>(below(left))]);
    }

private:
    std::uint64_t m_state;
};

}  // namespace stallscope
