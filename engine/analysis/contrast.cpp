// SPDX-License-Identifier: Apache-2.0
#include "analysis/contrast.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/distributions.h"

namespace stallscope {
namespace {

constexpr double gate_share = 0.75;

double mean(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

std::optional<Estimate> paired(std::span<const double> d) {
    if (d.size() < 2) {
        return std::nullopt;
    }
    const auto n = static_cast<double>(d.size());
    Estimate estimate;
    estimate.n = static_cast<int>(d.size());
    estimate.value = mean(d);
    double squares = 0;
    for (const double value : d) {
        squares += (value - estimate.value) * (value - estimate.value);
    }
    estimate.df = n - 1;
    estimate.s_d = std::sqrt(squares / estimate.df);
    estimate.se = estimate.s_d / std::sqrt(n);
    return estimate;
}

std::optional<PooledFit> pooled_fit(std::span<const std::vector<double>> y, std::size_t b,
                                    std::size_t a) {
    if (y.size() < 3 || b >= y.size() || a >= y.size() || y.front().size() < 2) {
        return std::nullopt;
    }
    const std::size_t cycles = y.front().size();
    std::vector<double> of_cycle(cycles, 0);
    for (const auto& row : y) {
        if (row.size() != cycles) {
            return std::nullopt;
        }
        for (std::size_t k = 0; k < cycles; ++k) {
            of_cycle[k] += row[k] / static_cast<double>(y.size());
        }
    }
    const double grand = mean(of_cycle);
    double squares = 0;
    for (const auto& row : y) {
        const double of_cell = mean(row);
        for (std::size_t k = 0; k < cycles; ++k) {
            const double r = row[k] - of_cell - of_cycle[k] + grand;
            squares += r * r;
        }
    }
    std::vector<double> d(cycles);
    std::transform(y[b].begin(), y[b].end(), y[a].begin(), d.begin(), std::minus<>());
    const double s_d = paired(d)->s_d;

    const auto n = static_cast<double>(cycles);
    const auto cells = static_cast<double>(y.size());
    PooledFit fit;
    fit.df = (cells - 1) * (n - 1);
    fit.mse = squares / fit.df;
    fit.se = std::sqrt(2 * fit.mse / n);
    const double of_contrast = s_d * s_d / 2;
    const double df_others = (cells - 2) * (n - 1);
    // The contrast's own squares are part of the residuals' (orthogonal), so rounding alone makes
    // the rest negative.
    const double of_others = std::max(0.0, squares - (n - 1) * of_contrast) / df_others;
    fit.gate_f = of_contrast == 0 ? 0 : of_contrast / of_others;
    fit.gate_critical = f_quantile(gate_share, n - 1, df_others);
    fit.gate_passed = fit.gate_f <= fit.gate_critical;
    return fit;
}

std::optional<Estimate> pooled(std::span<const std::vector<double>> y, std::size_t b, std::size_t a,
                               PooledFit* fit) {
    const auto found = pooled_fit(y, b, a);
    if (!found) {
        return std::nullopt;
    }
    if (fit != nullptr) {
        *fit = *found;
    }
    std::vector<double> d(y[b].size());
    std::transform(y[b].begin(), y[b].end(), y[a].begin(), d.begin(), std::minus<>());
    auto estimate = paired(d);
    if (found->gate_passed) {
        estimate->se = std::max(found->se, estimate->se);
        estimate->df = found->df;
    }
    return estimate;
}

std::vector<double> build_means(std::span<const double> d, std::span<const int> build) {
    std::map<int, std::vector<double>> of_build;
    for (std::size_t k = 0; k < std::min(d.size(), build.size()); ++k) {
        of_build[build[k]].push_back(d[k]);
    }
    std::vector<double> means;
    for (const auto& [name, values] : of_build) {
        means.push_back(mean(values));
    }
    return means;
}

Estimate with_resolution(Estimate estimate, double q) {
    estimate.se = std::max(estimate.se, q / std::sqrt(6.0 * estimate.n));
    return estimate;
}

Bounds bounds(const Estimate& estimate, double t, double u) {
    // No spread at all is a point, whatever the critical value; infinity times nothing is not.
    const double half = estimate.se == 0 ? 0 : t * estimate.se;
    return {estimate.value - half - u, estimate.value + half + u};
}

}  // namespace stallscope
