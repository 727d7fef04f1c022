// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// "odd-cycle": one cycle on which a comparison hangs. From five cycles on: without it the word of
/// the plain 5 % interval is another, and it does not belong to the others: its difference lies
/// farther from theirs than a new cycle would in 1 % of runs (Student on the others, over all
/// cycles of all comparisons). Below five cycles: without it the estimate is on the other side of
/// the margin, "size only". Tails (p95, p99) have no value per half-visit here and are left out.
std::vector<Suspicion> look_for_odd_cycles(std::span<const VisitGroup> groups,
                                           std::span<const ComparedPair> pairs);

}  // namespace stallscope
