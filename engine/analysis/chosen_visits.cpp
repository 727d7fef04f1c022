// SPDX-License-Identifier: Apache-2.0
#include "analysis/chosen_visits.h"

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
