// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "analysis/results.h"
#include "plan/result.h"
#include "plan/schedule.h"

/// What happens during a run. `stallscope run --events` prints them as JSON lines (keys:
/// resources/schema/events.schema.json); everything else that shows progress is made from them too.
namespace stallscope::events {

inline constexpr int schema = 1;

struct Hello {
    std::string engine;  ///< version
};
struct Plan {
    std::string experiment, sealed_sha256, file;
    double seconds = 0;
    int cycles = 0;
    std::vector<ScheduledVisit> visits;
    std::vector<std::string> runs_code;          ///< what of the user's own code this run executes
    std::vector<std::string> cells, conditions;  ///< ids in the experiment's order
    std::vector<std::string> streams;            ///< as the conditions name them first
};
/// A step before the first window or between visits: "devices", "sizes", "lengths", "checks"…
struct Step {
    std::string name, says;
};
struct VisitStarted {
    std::int64_t visit = 0;
    int index = 0, attempt = 1, cycle = 0, half = 0;
    std::string cell, condition;
    double planned_s = 0;
};
/// At most one per stream per 50 ms; parallel arrays, one entry per request answered since the
/// last.
struct Samples {
    std::int64_t visit = 0;
    std::string stream;
    std::vector<double> at_s;  ///< arrival (for a loop: start), seconds from the visit's origin
    std::vector<double> return_ms;  ///< service_end → received; NaN → null where it was not stamped
    std::vector<double> e2e_ms;  ///< for a loop: realised length of the call
    std::vector<double> occupancy_ms, service_ms;
};
struct VisitFinished {
    std::int64_t visit = 0;
    std::string status, reason;                   ///< "complete", "failed", "discarded"
    std::map<std::string, std::int64_t> counted;  ///< requests in the window, by stream
};
struct Criteria {
    std::vector<CriterionResult> criteria;
};
struct FindingSeen {
    Finding finding;
};
struct Progress {
    double fraction = 0, left_s = 0, elapsed_s = 0;
    int done = 0, visits = 0;
    std::string state;  ///< "running", "paused", "cancelling"
};
struct RunFinished {
    std::string status, reason, file;
    int exit_code = 0;
};
struct Failure {
    Error error;
};

using Event = std::variant<Hello, Plan, Step, VisitStarted, Samples, VisitFinished, Criteria,
                           FindingSeen, Progress, RunFinished, Failure>;

/// One JSON object without a newline. Non-finite numbers become null.
std::string to_json(const Event& event);

}  // namespace stallscope::events
