// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_course.h"

namespace stallscope {

/// "carry-over": does it matter which cell was measured just before? Least squares on the
/// predecessor, after the mean of each (cell, condition) and of each pass (which takes the run's
/// drift along) is out; F at 0.01 over the number of series, with at least 40 half-visits, and a
/// difference between two predecessors above 1 %.
std::vector<Suspicion> look_for_carry_over(std::span<const RunSeries> all);

}  // namespace stallscope
