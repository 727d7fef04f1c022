// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// "unequal-errors": shares of failed requests per cycle, cell against cell, by more than 0.1
/// points; paired t on the cycles' differences. With fewer than five cycles the size alone, and at
/// least five failed requests more, which one unlucky request is not.
std::vector<Suspicion> look_for_unequal_errors(std::span<const CycleErrors> errors,
                                               std::span<const ComparedPair> pairs);

}  // namespace stallscope
