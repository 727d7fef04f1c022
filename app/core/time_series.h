// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/min_max_pyramid.h"

namespace stallscope::app {

/// What one column of the screen has of a series.
struct EnvelopeColumn {
    double x = 0;  ///< middle of the column
    MinMax y;
    std::size_t n = 0;  ///< values in it; at least one
};

/// Values over time that come nearly in order, for charts that show all of them or a moment.
class TimeSeries {
public:
    struct Point {
        double x = 0;
        float y = 0;
    };

    /// Takes values in any order; cheap where they are later than most that came before.
    void add(std::vector<Point> points);
    void clear();

    std::size_t size() const { return m_x.size(); }
    double x(std::size_t place) const { return m_x[place]; }
    float y(std::size_t place) const { return m_y.values()[place]; }
    /// Places first … last − 1 with low <= x <= high.
    std::pair<std::size_t, std::size_t> places(double low, double high) const;
    /// Smallest and largest of all; empty without values.
    std::optional<MinMax> y_range() const;
    /// At most `columns` columns of equal width from low to high; those without values are left
    /// out.
    std::vector<EnvelopeColumn> envelope(double low, double high, int columns) const;
    /// The value at x or, before the next one, the last one before it, at most `reach` earlier.
    std::optional<Point> in_force(double x, double reach) const;

private:
    std::vector<double> m_x;
    MinMaxPyramid m_y;
};

}  // namespace stallscope::app
