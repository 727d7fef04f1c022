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

void add_observer(std::vector<Finding>& found, const char* who, double most, std::size_t over,
                  std::size_t of) {
    if (over == 0) {
        return;
    }
    found.push_back(
        {"observer", "warns", "",
         fmt::format("{} used more than {:.2f} of a core in {} of {} windows, {:.2f} at most", who,
                     observer_share, over, of, most),
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
    double engine = 0;
    std::size_t over = 0;
    for (const StoredVisit& stored : visits.counted) {
        const double cores =
            stored.visit.window_s > 0 ? stored.end->engine_cpu_s / stored.visit.window_s : 0;
        engine = std::max(engine, cores);
        over += cores > observer_share ? 1 : 0;
    }
    add_observer(found, "the engine", engine, over, visits.counted.size());
    double app = 0;
    over = 0;
    for (const SignalledVisit& visit : signals) {
        const double cores = visit.signals.app_cores.value_or(0);
        app = std::max(app, cores);
        over += cores > observer_share ? 1 : 0;
    }
    add_observer(found, "the workbench", app, over, signals.size());
    return found;
}

}  // namespace stallscope
