// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace stallscope::app {

/// Points counted in equal cells of a rectangle.
struct DensityGrid {
    double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
    std::size_t columns = 0, rows = 0;
    std::vector<std::uint32_t> counts;  ///< row by row from y_low, columns × rows
    std::size_t outside = 0;

    std::uint32_t at(std::size_t column, std::size_t row) const {
        return counts[row * columns + column];
    }
    std::uint32_t largest() const;
    std::size_t inside() const;
};

/// `x` and `y` run in step. A point on the upper edge belongs to the last cell. The grid's
/// rectangle, columns and rows are taken from `empty`, which has no counts yet.
DensityGrid count_points(DensityGrid empty, std::span<const float> x, std::span<const float> y);

}  // namespace stallscope::app
