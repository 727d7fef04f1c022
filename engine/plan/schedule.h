// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// One (cell, condition), to be measured once.
struct ScheduledVisit {
    int index = 0;  ///< place in the whole schedule, from 0
    int cycle = 0;  ///< from 0
    int half = 0;   ///< 1 or 2 in mirrored cycles, 0 for a whole window
    int pass = 0;   ///< the pass of one condition over its cells, from 0 over the whole run
    std::string cell;
    std::string condition;
    double window_s = 0;         ///< measured length
    double planned_start_s = 0;  ///< from the run's start
    double planned_s = 0;        ///< host start to its end
};

/// Host start-up and shutdown that the planner assumes when it knows nothing better, in seconds.
inline constexpr double assumed_host_s = 0.9;

/// All visits in the order in which they are measured. Depends on nothing but the experiment
/// (and its seed). `host_s` is the expected start-up and shutdown of a host.
std::vector<ScheduledVisit> schedule_of(const Experiment& experiment,
                                        double host_s = assumed_host_s);

/// End of the last visit in seconds.
double planned_seconds(const std::vector<ScheduledVisit>& schedule);

}  // namespace stallscope
