// SPDX-License-Identifier: Apache-2.0
#include "analysis/quantile.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace stallscope {
namespace {

constexpr double per_ms = 1e6;

/// Where the quantile of n values lies: on an order statistic, or a part of the way to the next.
struct Place {
    Place(std::size_t n, double p) {
        const double h = static_cast<double>(n - 1) * std::clamp(p, 0.0, 1.0);
        below = static_cast<std::size_t>(h);
        part = below + 1 < n ? h - static_cast<double>(below) : 0;
    }
    double between(double low, double high) const {
        return part > 0 ? low + part * (high - low) : low;
    }
    std::size_t below = 0;
    double part = 0;
};

/// Quantile of the values from `sorted_below` on, given that everything in front of that place is
/// in front in the order too. Ascending quantiles of one set cost one partition each.
double quantile_from(std::span<std::int64_t> values, std::size_t sorted_below, double p) {
    const Place place(values.size(), p);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(place.below);
    std::nth_element(values.begin() + static_cast<std::ptrdiff_t>(sorted_below), at, values.end());
    const double low = static_cast<double>(*at);
    if (place.part <= 0) {
        return low;
    }
    return place.between(low, static_cast<double>(*std::min_element(at + 1, values.end())));
}

}  // namespace

std::optional<double> quantile(std::span<std::int64_t> values, double p) {
    if (values.empty()) {
        return std::nullopt;
    }
    return quantile_from(values, 0, p);
}

Summary summarise_ms(std::span<std::int64_t> ns) {
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

Summary summarise_ms(const Durations& ns) {
    Summary summary;
    const std::size_t n = ns.size();
    summary.n = static_cast<std::int64_t>(n);
    if (n == 0) {
        return summary;
    }
    summary.mean = static_cast<double>(ns.sum() / static_cast<long double>(n)) / per_ms;
    struct Wanted {
        double p;
        std::optional<double>* figure;
    };
    std::vector<Wanted> wanted = {
        {0.05, &summary.p5}, {0.50, &summary.p50}, {0.95, &summary.p95}, {0.99, &summary.p99}};
    if (summary.n < fewest_for_p99) {
        wanted.pop_back();
    }
    std::vector<std::size_t> ranks;
    for (const Wanted& one : wanted) {
        const Place place(n, one.p);
        ranks.push_back(place.below);
        ranks.push_back(std::min(place.below + 1, n - 1));
    }
    // Ascending, though two quantiles of few values may share a place.
    std::vector<std::size_t> ascending = ranks;
    std::sort(ascending.begin(), ascending.end());
    const std::vector<std::int64_t> values = ns.in_order_at(ascending);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto value_at = [&](std::size_t rank) {
            const auto at = std::lower_bound(ascending.begin(), ascending.end(), rank);
            return static_cast<double>(values[static_cast<std::size_t>(at - ascending.begin())]);
        };
        const double low = value_at(ranks[2 * i]);
        const double high = value_at(ranks[2 * i + 1]);
        *wanted[i].figure = Place(n, wanted[i].p).between(low, high) / per_ms;
    }
    return summary;
}

}  // namespace stallscope
