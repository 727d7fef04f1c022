// SPDX-License-Identifier: Apache-2.0
#include "analysis/pearson.h"

#include <algorithm>
#include <cmath>

namespace stallscope {
namespace {

double mean_of(const Durations& values) {
    double sum = 0;
    values.for_each([&](std::int64_t ns) { sum += static_cast<double>(ns); });
    return sum / static_cast<double>(values.size());
}

}  // namespace

std::optional<double> pearson(const Durations& x, const Durations& y) {
    const std::size_t n = std::min(x.size(), y.size());
    if (n <= 2) {
        return std::nullopt;
    }
    const double mean_x = mean_of(x);
    const double mean_y = mean_of(y);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    Durations::Reader next_x(x);
    Durations::Reader next_y(y);
    for (std::size_t i = 0; i < n; ++i) {
        const double dx = static_cast<double>(next_x.next()) - mean_x;
        const double dy = static_cast<double>(next_y.next()) - mean_y;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    // The values are whole nanoseconds: a spread below one of them is the mean's rounding.
    if (xx < 0.5 || yy < 0.5) {
        return std::nullopt;
    }
    return std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
}

}  // namespace stallscope
