// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/detector_suspicions.h"

namespace stallscope {

/// "fixed-order": an order in which each cell always comes before or after the same ones, or all of
/// its cycles in one stretch. Any drift then looks like a difference between cells: with a linear
/// one of 10 % comparisons of identical code are wrong in more than nine of ten runs. Null or one
/// cell: nothing.
std::vector<Suspicion> look_for_fixed_order(const Experiment* experiment);

}  // namespace stallscope
