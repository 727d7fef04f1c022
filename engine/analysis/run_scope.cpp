// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_scope.h"

#include <fmt/format.h>

#include <algorithm>

#include "plan/metrics.h"

namespace stallscope {
namespace {

bool compares(const Experiment& experiment) {
    return std::any_of(experiment.criteria.begin(), experiment.criteria.end(),
                       [](const Criterion& one) {
                           return is_comparative(one.form) || one.form == Form::gap_closed;
                       });
}

/// Cells whose host is started once for the whole run.
std::string resident_cells(const Experiment& experiment) {
    std::string names;
    for (const Cell& cell : experiment.cells) {
        if (cell.host.lifetime == Lifetime::cell) {
            names += (names.empty() ? "" : ", ") + cell.id;
        }
    }
    return names;
}

/// `cores`: of each window, what who watches used.
void add_observer(std::vector<Finding>& found, const char* who, const std::vector<double>& cores) {
    const auto over = std::count_if(cores.begin(), cores.end(),
                                    [](double used) { return used > observer_share; });
    if (over == 0) {
        return;
    }
    found.push_back(
        {"observer", "warns", "",
         fmt::format("{} used more than {:.2f} of a core in {} of {} windows, {:.2f} at most", who,
                     observer_share, over, cores.size(),
                     *std::max_element(cores.begin(), cores.end())),
         "watching takes CPU from what is watched; take fewer stamps (host.stamps), or close the "
         "charts while it measures"});
}

}  // namespace

std::vector<Finding> scope_findings(const Experiment& experiment, const ChosenVisits& visits,
                                    std::span<const SignalledVisit> signals) {
    std::vector<Finding> found;
    const std::string resident = compares(experiment) ? resident_cells(experiment) : "";
    if (!resident.empty()) {
        found.push_back({"one-process", "note", "cells " + resident,
                         "one host served the whole run: a difference may be that of two "
                         "processes (their memory, their hash seeds), not of what they run",
                         "\"lifetime\": \"visit\" starts a host for every visit"});
    }
    if (compares(experiment)) {
        found.push_back({"one-build", "note", "",
                         "one build of everything was measured: what a cell gains or loses by "
                         "where its code lies in memory is in the difference",
                         "a change of a few per cent between two builds needs several of each"});
    }
    std::vector<double> engine;
    for (const StoredVisit& stored : visits.counted) {
        const double window_s = stored.visit.window_s;
        engine.push_back(window_s > 0 ? stored.end->engine_cpu_s / window_s : 0);
    }
    add_observer(found, "the engine", engine);
    std::vector<double> app;
    for (const SignalledVisit& visit : signals) {
        app.push_back(visit.signals.app_cores.value_or(0));
    }
    add_observer(found, "the workbench", app);
    return found;
}

}  // namespace stallscope
