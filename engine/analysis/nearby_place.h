// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace stallscope {

/// A binary search that first looks around where the last one ended: requests are asked for nearly
/// in the order of time.
class NearbyPlace {
public:
    /// Index of the first element that is not `before`; all that are lie in front of it.
    template <class T, class Before>
    std::size_t first_not(std::span<const T> sorted, Before before) {
        std::size_t low = 0;
        std::size_t high = sorted.size();
        std::size_t at = std::min(m_at, high);
        for (int steps = 0; steps < most_steps; ++steps) {
            if (at < sorted.size() && before(sorted[at])) {
                low = ++at;
            } else if (at > 0 && !before(sorted[at - 1])) {
                high = --at;
            } else {
                return m_at = at;
            }
        }
        const auto found =
            std::partition_point(sorted.begin() + static_cast<std::ptrdiff_t>(low),
                                 sorted.begin() + static_cast<std::ptrdiff_t>(high), before);
        return m_at = static_cast<std::size_t>(found - sorted.begin());
    }

private:
    static constexpr int most_steps = 8;
    std::size_t m_at = 0;
};

}  // namespace stallscope
