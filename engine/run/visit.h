// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "plan/experiment.h"
#include "plan/schedule.h"
#include "record/run_file.h"
#include "run/blocking.h"
#include "run/conductor.h"
#include "run/live_host.h"
#include "run/preparation.h"

namespace stallscope {

/// Hosts that live as long as the run, by cell. Empty unless the experiment asks for it.
using ResidentHosts = std::map<std::string, std::unique_ptr<LiveHost>>;

struct VisitContext {
    const Experiment* experiment = nullptr;
    const Preparation* preparation = nullptr;
    HostSurroundings surroundings;
    ScheduledVisit scheduled;
    int attempt = 1;
    int position = 0;
    std::string before;
    EventSink sink;
    Tick tick;
    /// Asked before a blocked visit ends: does it stay complete?
    std::function<Result<bool>(const std::vector<BlockReason>&)> keeps;
};

struct VisitOutcome {
    VisitStatus status = VisitStatus::complete;  ///< discarded: blocked from outside
    std::string reason;                          ///< empty when complete
    std::string advice;                          ///< what to do about it; empty when not known
};

/// One visit: host, settle, snapshot, window, end. Whatever happens to the host, the visit gets its
/// row in visit_ends. Error: cancelled, or the run file cannot be written.
Result<VisitOutcome> measure_visit(const VisitContext& context, ResidentHosts& residents,
                                   RunWriter& writer);

}  // namespace stallscope
