// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace stallscope::app {

struct MinMax {
    float low = 0, high = 0;
    bool operator==(const MinMax&) const = default;
};

/// Smallest and largest of any stretch of a long series, O(log n), for drawing 10⁷ values in as
/// many columns as the screen has. Costs less than one byte per value beside the values.
class MinMaxPyramid {
public:
    void push_back(float value);
    /// Keeps the first `size` values.
    void truncate(std::size_t size);

    const std::vector<float>& values() const { return m_values; }
    /// Over values first … last − 1; first < last <= values().size().
    MinMax between(std::size_t first, std::size_t last) const;

private:
    static constexpr std::size_t base = 16;  ///< values in a bin of the lowest level
    static constexpr std::size_t step = 8;   ///< bins in a bin of the next level

    std::vector<float> m_values;
    std::vector<std::vector<MinMax>> m_levels;  ///< whole bins only
};

}  // namespace stallscope::app
