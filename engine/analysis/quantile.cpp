// SPDX-License-Identifier: Apache-2.0
#include "analysis/quantile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stallscope {
namespace {

/// Quantile of the values from `sorted_below` on, given that everything in front of that place is
/// in front in the order too. Ascending quantiles of one set cost one partition each.
double quantile_from(std::span<std::int64_t> values, std::size_t sorted_below, double p) {
    const double h = static_cast<double>(values.size() - 1) * std::clamp(p, 0.0, 1.0);
    const auto below = static_cast<std::size_t>(h);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(sorted_below), at, values.end());
    const double low = static_cast<double>(*at);
    const double part = h - static_cast<double>(below);
    if (part <= 0 || below + 1 >= values.size()) {
        return low;
    }
    const double high = static_cast<double>(*std::min_element(at + 1, values.end()));
    return low + part * (high - low);
}

}  // namespace

std::optional<double> quantile(std::span<std::int64_t> values, double p) {
    if (values.empty()) {
        return std::nullopt;
    }
    return quantile_from(values, 0, p);
}

Summary summarise_ms(std::span<std::int64_t> ns) {
    constexpr double per_ms = 1e6;
    Summary summary;
    summary.n = static_cast<std::int64_t>(ns.size());
    if (ns.empty()) {
        return summary;
    }
    long double sum = 0;
    for (const std::int64_t value : ns) {
        sum += static_cast<long double>(value);
    }
    summary.mean = static_cast<double>(sum / static_cast<long double>(ns.size())) / per_ms;
    std::size_t sorted_below = 0;
    const auto next = [&](double p) {
        const double value = quantile_from(ns, sorted_below, p) / per_ms;
        sorted_below = static_cast<std::size_t>(static_cast<double>(ns.size() - 1) * p);
        return value;
    };
    summary.p5 = next(0.05);
    summary.p50 = next(0.50);
    summary.p95 = next(0.95);
    if (summary.n >= fewest_for_p99) {
        summary.p99 = next(0.99);
    }
    return summary;
}

std::optional<double> pearson(std::span<const std::int64_t> x, std::span<const std::int64_t> y) {
    const std::size_t n = std::min(x.size(), y.size());
    if (n <= 2) {
        return std::nullopt;
    }
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < n; ++i) {
        mean_x += static_cast<double>(x[i]);
        mean_y += static_cast<double>(y[i]);
    }
    mean_x /= static_cast<double>(n);
    mean_y /= static_cast<double>(n);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double dx = static_cast<double>(x[i]) - mean_x;
        const double dy = static_cast<double>(y[i]) - mean_y;
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
