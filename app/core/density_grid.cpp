// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/density_grid.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace stallscope::app {

std::uint32_t DensityGrid::largest() const {
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

std::size_t DensityGrid::inside() const {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

DensityGrid count_points(DensityGrid empty, std::span<const float> x, std::span<const float> y) {
    DensityGrid grid = std::move(empty);
    grid.counts.assign(grid.columns * grid.rows, 0);
    grid.outside = 0;
    const double per_x = static_cast<double>(grid.columns) / (grid.x_high - grid.x_low);
    const double per_y = static_cast<double>(grid.rows) / (grid.y_high - grid.y_low);
    const std::size_t n = std::min(x.size(), y.size());
    for (std::size_t i = 0; i < n; ++i) {
        const auto at_x = static_cast<double>(x[i]);
        const auto at_y = static_cast<double>(y[i]);
        // Written so that NaN is outside.
        const bool is_inside =
            at_x >= grid.x_low && at_x <= grid.x_high && at_y >= grid.y_low && at_y <= grid.y_high;
        if (!is_inside) {
            ++grid.outside;
            continue;
        }
        const auto column =
            std::min(grid.columns - 1, static_cast<std::size_t>((at_x - grid.x_low) * per_x));
        const auto row =
            std::min(grid.rows - 1, static_cast<std::size_t>((at_y - grid.y_low) * per_y));
        ++grid.counts[row * grid.columns + column];
    }
    return grid;
}

}  // namespace stallscope::app
