// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "analysis/contrast.h"
#include "analysis/distributions.h"
#include "analysis/half_visit.h"

namespace stallscope {

double median_of(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1) {
        return *middle;
    }
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::optional<double> theil_sen_change(std::span<const std::optional<double>> parts) {
    std::vector<double> slopes;
    std::size_t there = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        there += parts[i] ? 1 : 0;
        for (std::size_t j = i + 1; parts[i] && j < parts.size(); ++j) {
            if (parts[j]) {
                slopes.push_back((*parts[j] - *parts[i]) / static_cast<double>(j - i));
            }
        }
    }
    if (there < static_cast<std::size_t>(fewest_parts)) {
        return std::nullopt;
    }
    return median_of(std::move(slopes)) * static_cast<double>(parts.size());
}

std::optional<Shift> shift_of(std::span<const double> values) {
    const auto estimate = paired(values);
    if (!estimate) {
        return std::nullopt;
    }
    // The mean alone would follow one odd half-visit, the median alone a skewed difference.
    const double median = median_of({values.begin(), values.end()});
    constexpr double infinity = std::numeric_limits<double>::infinity();
    Shift shift;
    shift.n = estimate->n;
    shift.mean = estimate->value;
    shift.df = estimate->df;
    shift.size_only = estimate->df < fewest_df;
    if (estimate->value * median > 0) {
        shift.size = std::abs(median) < std::abs(estimate->value) ? median : estimate->value;
    }
    shift.t = estimate->se > 0 ? estimate->value / estimate->se
                               : std::copysign(infinity, estimate->value);
    if (estimate->value == 0) {
        shift.t = 0;
    }
    shift.p = std::min(1.0, 2 * t_above(std::abs(shift.t), shift.df));
    return shift;
}

std::optional<Shift> notable_shift(std::span<const double> values, double level, double least) {
    const auto shift = shift_of(values);
    const bool surprising = shift && (shift->size_only || shift->p < level);
    return surprising && std::abs(shift->size) > least ? shift : std::nullopt;
}

bool off_by_share(double log_ratio, double share) {
    return std::abs(std::expm1(log_ratio)) > share;
}

std::string percent_words(double log_change) {
    return fmt::format("{:+.1f} %", std::expm1(log_change) * 100);
}

std::string p_words(double p) {
    return p < 1e-12 ? "p < 1e-12" : fmt::format("p = {:.2g}", p);
}

std::string test_words(const Shift& shift, std::string_view unit) {
    if (shift.size_only) {
        return fmt::format("size only: {} {} are too few for a test", shift.n, unit);
    }
    if (!std::isfinite(shift.t)) {
        return fmt::format("the same in all {} {}", shift.n, unit);
    }
    return fmt::format("t = {:.1f} over {} {}, {}", shift.t, shift.n, unit, p_words(shift.p));
}

}  // namespace stallscope
