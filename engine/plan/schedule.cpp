// SPDX-License-Identifier: Apache-2.0
#include "plan/schedule.h"

#include <set>

#include "plan/orders.h"

namespace stallscope {

std::vector<ScheduledVisit> schedule_of(const Experiment& experiment, double host_s) {
    std::vector<ScheduledVisit> schedule;
    const Windows& windows = experiment.windows;
    std::set<std::string> started;  // cells whose one host for the whole run is up
    double now_s = 0;
    for (const Place& place : places_of(experiment)) {
        ScheduledVisit visit;
        visit.index = static_cast<int>(schedule.size());
        visit.cycle = place.cycle;
        visit.half = place.half;
        visit.pass = place.pass;
        visit.cell = place.cell->id;
        visit.condition = place.condition->id;
        visit.window_s = place.half == 0 ? windows.seconds : windows.seconds / 2;
        visit.planned_start_s = now_s;
        const bool stays_up = place.cell->host.lifetime == Lifetime::cell;
        const bool starts_host = !stays_up || started.insert(visit.cell).second;
        visit.planned_s = (starts_host ? host_s : 0) + windows.settle + windows.lead +
                          windows.warm_up + visit.window_s + windows.guard;
        now_s += visit.planned_s;
        schedule.push_back(std::move(visit));
    }
    return schedule;
}

double planned_seconds(const std::vector<ScheduledVisit>& schedule) {
    if (schedule.empty()) return 0;
    return schedule.back().planned_start_s + schedule.back().planned_s;
}

}  // namespace stallscope
