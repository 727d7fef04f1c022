// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

// What goes on inside the windows, from the parts of each half-visit.

/// "drift-in-window": Theil–Sen change over the parts, t over the half-visits of a group.
std::vector<Suspicion> look_for_drift(std::span<const VisitGroup> groups);

/// "warm-up": the first part against the median of the last half of the parts; the same t.
std::vector<Suspicion> look_for_warm_up(std::span<const VisitGroup> groups);

}  // namespace stallscope
