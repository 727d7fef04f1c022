// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "plan/experiment.h"
#include "plan/schedule.h"
#include "record/run_file.h"
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
};

/// One visit: host, settle, snapshot, window, end. Whatever happens to the host, the visit gets its
/// row in visit_ends. Returns why it failed, empty when it is complete. Error: cancelled, or the
/// run file cannot be written.
Result<std::string> measure_visit(const VisitContext& context, ResidentHosts& residents,
                                  RunWriter& writer);

}  // namespace stallscope
