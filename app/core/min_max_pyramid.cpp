// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/min_max_pyramid.h"

#include <algorithm>
#include <limits>

namespace stallscope::app {
namespace {

constexpr MinMax nothing{std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity()};

void widen(MinMax& range, const MinMax& by) {
    range.low = std::min(range.low, by.low);
    range.high = std::max(range.high, by.high);
}

}  // namespace

void MinMaxPyramid::push_back(float value) {
    m_values.push_back(value);
    std::size_t size = base;
    for (std::size_t level = 0; m_values.size() % size == 0; ++level, size *= step) {
        if (level == m_levels.size()) m_levels.emplace_back();
        MinMax bin = nothing;
        if (level == 0) {
            for (std::size_t i = m_values.size() - base; i < m_values.size(); ++i) {
                widen(bin, {m_values[i], m_values[i]});
            }
        } else {
            const std::vector<MinMax>& below = m_levels[level - 1];
            for (std::size_t i = below.size() - step; i < below.size(); ++i) widen(bin, below[i]);
        }
        m_levels[level].push_back(bin);
    }
}

void MinMaxPyramid::truncate(std::size_t size) {
    if (size >= m_values.size()) return;
    m_values.resize(size);
    std::size_t bin = base;
    for (std::vector<MinMax>& level : m_levels) {
        level.resize(size / bin);
        bin *= step;
    }
}

MinMax MinMaxPyramid::between(std::size_t first, std::size_t last) const {
    MinMax found = nothing;
    while (first < last) {
        // The largest bin that begins here and ends in time.
        std::size_t level = m_levels.size();
        std::size_t size = 1;
        for (std::size_t up = 0, up_size = base; up < m_levels.size(); ++up, up_size *= step) {
            if (first % up_size != 0 || first + up_size > last) break;
            level = up;
            size = up_size;
        }
        if (level == m_levels.size()) {
            widen(found, {m_values[first], m_values[first]});
        } else {
            widen(found, m_levels[level][first / size]);
        }
        first += size;
    }
    return found;
}

}  // namespace stallscope::app
