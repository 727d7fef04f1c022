// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

// What single requests say, by fixed thresholds.

/// "heavy-tail": the largest 1 % of the requests hold more than 10 % of the time (half-visits of at
/// least 100 requests), or the mean guard kept a criterion from "met".
std::vector<Suspicion> look_for_heavy_tails(std::span<const VisitGroup> groups,
                                            std::span<const ComparedPair> pairs);

/// "dependent-requests": by batch means a half-visit's requests are worth fewer than 50 independent
/// ones, and fewer than half their number.
std::vector<Suspicion> look_for_dependence(std::span<const VisitGroup> groups);

/// "ties": more than 20 % of the requests have the very value of the P50; "resolution": the clock's
/// resolution is more than 1 % of the P50.
std::vector<Suspicion> look_for_coarse_values(std::span<const VisitGroup> groups,
                                              std::int64_t clock_resolution_ns);

}  // namespace stallscope
