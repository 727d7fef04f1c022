// SPDX-License-Identifier: Apache-2.0
#include "run/missing_places.h"

#include <algorithm>
#include <set>

namespace stallscope {

bool spoils_its_pass(const StoredVisit& visit) {
    if (!visit.end || visit.end->status == VisitStatus::complete) return false;
    return visit.end->status == VisitStatus::failed || visit.end->reason != cancelled_reason;
}

std::map<int, int> spoilt_attempts(const std::vector<StoredVisit>& visits) {
    std::map<int, int> spoilt;
    for (const auto& stored : visits) {
        if (!spoils_its_pass(stored)) continue;
        int& attempt = spoilt[stored.visit.pass];
        attempt = std::max(attempt, stored.visit.attempt);
    }
    return spoilt;
}

std::vector<ScheduledVisit> missing_places(const std::vector<ScheduledVisit>& schedule,
                                           const std::vector<StoredVisit>& visits) {
    const auto spoilt = spoilt_attempts(visits);
    std::set<int> done;
    for (const auto& stored : visits) {
        if (!stored.end || stored.end->status != VisitStatus::complete) continue;
        const auto pass = spoilt.find(stored.visit.pass);
        if (pass == spoilt.end() || stored.visit.attempt > pass->second) {
            done.insert(stored.visit.schedule_index);
        }
    }
    std::vector<ScheduledVisit> missing;
    for (const auto& place : schedule) {
        if (!done.contains(place.index)) missing.push_back(place);
    }
    return missing;
}

}  // namespace stallscope
