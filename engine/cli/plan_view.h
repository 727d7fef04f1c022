// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "analysis/planned_resolution.h"
#include "plan/experiment.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "run/conductor.h"

namespace stallscope::cli {

/// Everything `plan` shows.
struct PlanView {
    Experiment experiment;
    Seal seal;
    std::vector<ScheduledVisit> schedule;
    std::map<std::string, Interpreter> interpreters;  ///< by the name the experiment gives them
    std::vector<PlannedResolution> resolution;        ///< what the cycles can resolve here
};

/// Asks every named interpreter once what it is. Error: kind experiment, at /host/python or
/// /cells/N/host/python.
Result<std::map<std::string, Interpreter>> ask_interpreters(const Experiment& experiment);

/// "CPython 3.11.7, /usr/bin/python3.11".
std::string in_words(const Interpreter& interpreter);

/// "30 visits: 5 cells in 1 condition, 3 cycles, mirrored …; about 2 min".
std::string schedule_in_words(const Experiment& experiment,
                              const std::vector<ScheduledVisit>& schedule);

/// For people, at most 100 columns where names allow it.
std::string plan_text(const PlanView& plan);

/// Every visit with its planned time, one a line.
std::string schedule_text(const PlanView& plan);

/// For programs: one JSON object, two-space indent; keys are only added within a schema number.
std::string plan_json(const PlanView& plan);

}  // namespace stallscope::cli
