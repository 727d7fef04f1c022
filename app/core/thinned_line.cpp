// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/thinned_line.h"

#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

/// The points of one column, as far as they matter.
struct Column {
    std::size_t lowest = 0, highest = 0, break_at = 0;
    bool has_points = false, has_break = false;

    void add(std::size_t at, std::span<const double> y) {
        if (std::isnan(y[at])) {
            has_break = true;
            break_at = at;
            return;
        }
        if (!has_points || y[at] < y[lowest]) lowest = at;
        if (!has_points || y[at] > y[highest]) highest = at;
        has_points = true;
    }

    void append_to(std::vector<LinePoint>& points, std::span<const double> x,
                   std::span<const double> y) const {
        if (has_points) {
            const auto [before, after] = std::minmax(lowest, highest);
            points.push_back({x[before], y[before]});
            if (after != before) points.push_back({x[after], y[after]});
        }
        if (has_break) points.push_back({x[break_at], y[break_at]});
    }
};

}  // namespace

std::vector<LinePoint> thinned_line(std::span<const double> x, std::span<const double> y,
                                    double low, double high, int columns) {
    const auto place = [&](auto at) { return static_cast<std::size_t>(at - x.begin()); };
    std::size_t begin = place(std::lower_bound(x.begin(), x.end(), low));
    std::size_t end = place(std::upper_bound(x.begin(), x.end(), high));
    if (begin > 0) --begin;
    if (end < x.size()) ++end;
    std::vector<LinePoint> points;
    if (end - begin <= 2 * static_cast<std::size_t>(columns) || !(low < high)) {
        for (std::size_t i = begin; i < end; ++i) points.push_back({x[i], y[i]});
        return points;
    }
    const double width = (high - low) / columns;
    Column column;
    double column_end = low;  // what lies before the first column is one of its own
    for (std::size_t i = begin; i < end; ++i) {
        if (x[i] >= column_end) {
            column.append_to(points, x, y);
            column = {};
            column_end = low + width * (std::floor((x[i] - low) / width) + 1);
        }
        column.add(i, y);
    }
    column.append_to(points, x, y);
    return points;
}

}  // namespace stallscope::app
