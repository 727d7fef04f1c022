// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analysis/chosen_visits.h"
#include "analysis/results.h"
#include "plan/experiment.h"

namespace stallscope {

/// Everything a reader should know before believing the figures, from the data of this run.
struct FindingsInput {
    const Experiment* experiment = nullptr;
    const ChosenVisits* visits = nullptr;
    int planned = 0;                            ///< visits in the schedule
    std::map<std::string, double> measured_ms;  ///< measured lengths by their key
    std::vector<std::pair<std::string, std::string>> changed_devices;  ///< where, sentence
};

/// In the order of the rows.
std::vector<Finding> find_threats(const FindingsInput& input, const RunResults& results);

/// 0 what blocks, 1 what warns, 2 notes.
int severity_rank(const Finding& finding);

/// What blocks first, then what warns, then notes; inside each in the order they are in.
void sort_by_severity(std::vector<Finding>& findings);

/// Those that make words invalid. Wrong answers do not where a criterion of the experiment counts
/// them: it says how many are accepted.
std::vector<Finding> blocking_findings(const Experiment& experiment,
                                       const std::vector<Finding>& findings);

/// Adds findings that were stored while the run went on, those already there left out.
void add_stored(std::vector<Finding>& findings, const std::vector<StoredFinding>& stored);

}  // namespace stallscope
