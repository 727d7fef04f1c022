// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// "untouched-leg": the device's own time (the service where it has no timer) of a stream that is
/// declared the same in both cells, as is the host, differs by more than 5 % and beyond the level.
std::vector<Suspicion> look_for_moved_legs(std::span<const VisitGroup> groups,
                                           std::span<const ComparedPair> pairs,
                                           const Experiment* experiment);

}  // namespace stallscope
