// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_input.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// What grows while a visit lasts, in at least two thirds of a cell's visits and in at least two:
///
///   "memory-growth"      resident memory of a role by more than max(16 MiB, 1 % a minute)
///   "descriptor-growth"  open file descriptors of a role by more than max(8, 10 %)
///   "thread-growth"      threads of a role by more than max(2, 10 %)
std::vector<Suspicion> look_for_growth(std::span<const SignalledVisit> visits);

/// "frequency": the mean frequency of the CPUs differs by more than 10 % between two cells
/// (medians over the visits of a cell).
std::vector<Suspicion> look_for_frequency(std::span<const SignalledVisit> visits);

}  // namespace stallscope
