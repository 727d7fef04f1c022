// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/noise_bank.h"
#include "analysis/results.h"
#include "analysis/run_values.h"
#include "plan/experiment.h"

namespace stallscope {

/// The words of a run.
struct CriteriaResults {
    std::vector<CriterionResult> criteria;  ///< in the order of the experiment
    std::vector<ControlResult> controls;
};

/// Judges every criterion of the sealed experiment on the cycles that are there. A criterion in
/// several conditions, or "within", has one word: that of its members together (`combined`).
/// `blocking`: findings that make what they name invalid. A figure of an emulated device that its
/// cores make (throughput, device and service time) is marked: it speaks of the mechanism only.
CriteriaResults judge_criteria(const Experiment& experiment, const RunValues& values,
                               const NoiseBank& bank = {},
                               const std::vector<Finding>& blocking = {});

}  // namespace stallscope
