// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sorted_values.h"

#include <algorithm>
#include <cmath>

#include "analysis/quantile.h"

namespace stallscope::app {

std::optional<double> sorted_quantile(std::span<const float> sorted, double p) {
    if (sorted.empty()) return std::nullopt;
    const double h = static_cast<double>(sorted.size() - 1) * std::clamp(p, 0.0, 1.0);
    const auto below = static_cast<std::size_t>(h);
    const double low = sorted[below];
    if (below + 1 == sorted.size()) return low;
    return low + (h - static_cast<double>(below)) * (sorted[below + 1] - low);
}

std::optional<double> shown_quantile(std::span<const float> sorted, double p) {
    const bool is_tail = p > 0.95;
    if (is_tail && static_cast<std::int64_t>(sorted.size()) < fewest_for_p99) return std::nullopt;
    return sorted_quantile(sorted, p);
}

void SortedValues::add(float value) {
    if (!std::isnan(value)) m_new.push_back(value);
}

void SortedValues::clear() {
    m_sorted.clear();
    m_new.clear();
}

std::span<const float> SortedValues::sorted() {
    if (!m_new.empty()) {
        std::sort(m_new.begin(), m_new.end());
        const auto middle = static_cast<std::ptrdiff_t>(m_sorted.size());
        m_sorted.insert(m_sorted.end(), m_new.begin(), m_new.end());
        std::inplace_merge(m_sorted.begin(), m_sorted.begin() + middle, m_sorted.end());
        m_new.clear();
    }
    return m_sorted;
}

double ecdf_at(std::span<const float> sorted, double x) {
    if (sorted.empty()) return 0;
    const auto after = std::upper_bound(sorted.begin(), sorted.end(), x,
                                        [](double wanted, float value) { return wanted < value; });
    return static_cast<double>(after - sorted.begin()) / static_cast<double>(sorted.size());
}

std::vector<EcdfStep> ecdf_steps(std::span<const float> sorted, double low, double high, int most) {
    std::vector<EcdfStep> steps;
    if (sorted.empty() || !(low > 0) || !(high > low) || most < 2) return steps;
    const auto less = [](float value, double wanted) { return value < wanted; };
    auto value = std::lower_bound(sorted.begin(), sorted.end(), low, less);
    const auto end = std::lower_bound(value, sorted.end(), high, less);
    steps.push_back({low, ecdf_at(sorted, low)});
    if (end - value <= most) {
        while (value != end) {
            const double x = *value;
            while (value != end && static_cast<double>(*value) == x) ++value;
            const auto at_most = static_cast<double>(value - sorted.begin());
            if (x > low) steps.push_back({x, at_most / static_cast<double>(sorted.size())});
        }
    } else {
        const double ratio = std::log(high / low) / (most - 1);
        for (int i = 1; i + 1 < most; ++i) {
            const double x = low * std::exp(ratio * i);
            steps.push_back({x, ecdf_at(sorted, x)});
        }
    }
    steps.push_back({high, ecdf_at(sorted, high)});
    return steps;
}

}  // namespace stallscope::app
