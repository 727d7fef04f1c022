// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/chosen_visits.h"
#include "analysis/detector_input.h"
#include "analysis/results.h"
#include "plan/experiment.h"

namespace stallscope {

/// More of a core than this used by who watches is said: as much as blocks when strangers use it.
inline constexpr double observer_share = 0.05;

/// What a run stands for and what watching it cost, whatever its figures are: hosts that lived
/// through the whole run ("this process only"), one build of everything ("this binary only"), CPU
/// of the engine and of the app beside the windows.
std::vector<Finding> scope_findings(const Experiment& experiment, const ChosenVisits& visits,
                                    std::span<const SignalledVisit> signals);

}  // namespace stallscope
