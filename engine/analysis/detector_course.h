// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_series.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

// What goes on over the course of a run, from one number per half-visit.

/// Fewer half-visits than this are not looked through for a shift or a carry-over.
inline constexpr std::size_t fewest_points = 40;

/// "shift-over-run": binary segmentation of the residuals with at least five half-visits on each
/// side. p by permutation within each (cell, condition), so that noisier cells stay where they are;
/// fires below p = 0.001 (and 0.01 over the number of series) for more than 2 %.
std::vector<Suspicion> look_for_run_shift(std::span<const RunSeries> all);

/// "drift-over-run": least-squares slope of the residuals over the position. Successive visits are
/// not independent, so no p is given; it fires for more than 2 % that is also more than four times
/// what white noise would give, which keeps a noisy run silent.
std::vector<Suspicion> look_for_run_drift(std::span<const RunSeries> all);

}  // namespace stallscope
