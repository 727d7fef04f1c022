// SPDX-License-Identifier: Apache-2.0
#include "analysis/family.h"

#include <algorithm>
#include <numeric>

namespace stallscope {

std::vector<double> holm(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    std::vector<double> adjusted(p.size());
    double largest = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        const auto left = static_cast<double>(p.size() - rank);
        largest = std::max(largest, std::min(1.0, left * p[order[rank]]));
        adjusted[order[rank]] = largest;
    }
    return adjusted;
}

std::vector<bool> step_down(std::size_t m,
                            const std::function<bool(std::size_t i, int j)>& crossed) {
    std::vector<bool> rejected(m, false);
    std::size_t count = 0;
    for (bool changed = true; changed && count < m;) {
        changed = false;
        const int j = static_cast<int>(m - count);
        for (std::size_t i = 0; i < m; ++i) {
            if (!rejected[i] && crossed(i, j)) {
                rejected[i] = true;
                ++count;
                changed = true;
            }
        }
    }
    return rejected;
}

}  // namespace stallscope
