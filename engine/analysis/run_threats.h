// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/chosen_visits.h"
#include "analysis/conclusions.h"
#include "analysis/half_digest.h"
#include "analysis/results.h"
#include "plan/experiment.h"
#include "record/run_file.h"

namespace stallscope {

/// What was collected of a run for its detectors.
struct RunThreats {
    const Experiment* experiment = nullptr;
    const ChosenVisits* visits = nullptr;
    std::span<const DigestedVisit> digests;
    const RunValues* values = nullptr;
};

/// Runs every detector on the visits that count, and says what the run stands for. Reads the
/// machine's samples from the run.
Result<std::vector<Finding>> threats_of(const RunReader& run, const RunThreats& threats,
                                        const std::vector<CriterionResult>& criteria);

/// A labelled sentence for each criterion and condition.
std::vector<Conclusion> conclusions_of_run(const RunThreats& threats,
                                           const std::vector<CriterionResult>& criteria);

}  // namespace stallscope
