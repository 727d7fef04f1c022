// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/new_requests.h"

#include <algorithm>

namespace stallscope::app {

bool NewRequests::stands(const std::vector<const VisitData*>& visits) const {
    return std::all_of(m_taken.begin(), m_taken.end(), [&](const Taken& taken) {
        return std::any_of(visits.begin(), visits.end(),
                           [&](const VisitData* visit) { return visit->visit == taken.visit; });
    });
}

std::size_t& NewRequests::taken_of(qint64 visit) {
    for (Taken& taken : m_taken) {
        if (taken.visit == visit) return taken.requests;
    }
    m_taken.push_back({visit, 0});
    return m_taken.back().requests;
}

bool NewRequests::update(const RunData& data, const QString& cell, const LiveChoice& choice,
                         const std::function<void()>& clear, const Take& take) {
    const std::vector<const VisitData*> visits = data.visits_of(cell, choice.condition);
    bool changed = false;
    if (!(choice == m_choice) || cell != m_cell || !stands(visits)) {
        changed = !m_taken.empty();
        m_choice = choice;
        m_cell = cell;
        m_taken.clear();
        clear();
    }
    for (const VisitData* visit : visits) {
        const auto stream = visit->streams.find(choice.stream);
        if (stream == visit->streams.end()) continue;
        const StreamColumns& columns = stream->second;
        std::size_t& taken = taken_of(visit->visit);
        for (; taken < columns.size(); ++taken) {
            if (!counts(columns.at_s[taken], visit->window_s)) continue;
            take(*visit, columns, taken);
            changed = true;
        }
    }
    return changed;
}

}  // namespace stallscope::app
