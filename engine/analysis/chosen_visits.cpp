// SPDX-License-Identifier: Apache-2.0
#include "analysis/chosen_visits.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace stallscope {

std::vector<StoredVisit> ChosenVisits::of(std::string_view cell, std::string_view condition) const {
    std::vector<StoredVisit> found;
    for (const StoredVisit& stored : counted) {
        if (stored.visit.cell == cell && stored.visit.condition == condition) {
            found.push_back(stored);
        }
    }
    return found;
}

std::vector<StoredVisit> first_attempts(const ChosenVisits& chosen) {
    std::map<int, StoredVisit> first;  // place of the schedule → its first whole attempt
    const auto take = [&](const StoredVisit& stored) {
        const auto [place, is_new] = first.try_emplace(stored.visit.schedule_index, stored);
        if (!is_new && stored.visit.attempt < place->second.visit.attempt) {
            place->second = stored;
        }
    };
    for (const auto* visits : {&chosen.counted, &chosen.superseded}) {
        std::for_each(visits->begin(), visits->end(), take);
    }
    for (const StoredVisit& stored : chosen.failed) {
        if (stored.end->status == VisitStatus::discarded &&
            stored.end->reason != cancelled_reason) {
            take(stored);
        }
    }
    std::vector<StoredVisit> visits;
    for (auto& [place, stored] : first) {
        visits.push_back(std::move(stored));
    }
    std::sort(visits.begin(), visits.end(),
              [](const StoredVisit& a, const StoredVisit& b) { return a.visit.id < b.visit.id; });
    return visits;
}

ChosenVisits choose_visits(const std::vector<StoredVisit>& visits) {
    const auto is_complete = [](const StoredVisit& stored) {
        return stored.end && stored.end->status == VisitStatus::complete;
    };
    std::map<int, std::size_t> latest;  // place of the schedule → index of its attempt
    for (std::size_t i = 0; i < visits.size(); ++i) {
        if (!is_complete(visits[i])) {
            continue;
        }
        const auto [place, is_new] = latest.try_emplace(visits[i].visit.schedule_index, i);
        if (!is_new && visits[i].visit.attempt >= visits[place->second].visit.attempt) {
            place->second = i;
        }
    }
    ChosenVisits chosen;
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const StoredVisit& stored = visits[i];
        if (!stored.end) {
            chosen.partial.push_back(stored);
        } else if (!is_complete(stored)) {
            chosen.failed.push_back(stored);
        } else if (latest.at(stored.visit.schedule_index) == i) {
            chosen.counted.push_back(stored);
        } else {
            chosen.superseded.push_back(stored);
        }
    }
    return chosen;
}

}  // namespace stallscope
