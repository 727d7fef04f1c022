// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace stallscope::app {

struct LinePoint {
    double x = 0, y = 0;  ///< y NaN: the line breaks here
};

/// What has to be drawn of a line so that it looks as if all of it were: the points in
/// `low` … `high` and one more on either side. Where they are more than two in a column of pixels,
/// of each column its lowest and its highest, and a break where there was one. `x` ascends; both
/// are as long; `columns` > 0. O(points in view).
std::vector<LinePoint> thinned_line(std::span<const double> x, std::span<const double> y,
                                    double low, double high, int columns);

}  // namespace stallscope::app
