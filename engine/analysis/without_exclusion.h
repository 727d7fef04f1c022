// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/chosen_visits.h"
#include "analysis/noise_bank.h"
#include "analysis/results.h"
#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope {

/// The criteria as they would be if nothing had been excluded: on each place's first attempt,
/// blocked or not (4-algorithm, step 10). Empty when nothing was excluded. `values` are those of
/// the visits that count; only what differs is read again.
Result<std::vector<CriterionResult>> without_exclusion(
    const RunReader& run, const Experiment& experiment, const ChosenVisits& chosen,
    const RunValues& values, const NoiseBank& bank, const std::vector<Finding>& blocking);

/// A warning when a word hangs on what was excluded.
std::vector<Finding> words_that_differ(const std::vector<CriterionResult>& with,
                                       const std::vector<CriterionResult>& without);

}  // namespace stallscope
