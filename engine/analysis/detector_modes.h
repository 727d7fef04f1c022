// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// Requests below which nothing is said about modes.
inline constexpr std::int64_t fewest_for_modes = 3000;

/// Two modes of values on a log scale, split at the valley between them.
struct TwoModes {
    double low = 0, high = 0;  ///< places of the peaks
    double valley = 0;
    double minor_share = 0;  ///< of the values on the valley's smaller side
};

/// The two modes that a Gaussian kernel estimate shows first when its bandwidth shrinks, with at
/// least `least_share` of the values on either side of the valley (Silverman 1981, the critical
/// bandwidth). `sorted` ascending. Empty where no bandwidth shows two.
std::optional<TwoModes> two_modes(std::span<const double> sorted, double least_share);

/// "modes": requests that come in two kinds. The logs of each half-visit minus their median,
/// pooled over a (cell, condition, stream), thinned to the effective number; fires when the dip's
/// p is below 0.001 (and 0.01 over the number of tests), the modes are at least 3 % apart and the
/// smaller one has at least 5 %.
std::vector<Suspicion> look_for_modes(std::span<const VisitGroup> groups);

}  // namespace stallscope
