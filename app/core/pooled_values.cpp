// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pooled_values.h"

#include <algorithm>

namespace stallscope::app {

bool PooledValues::update(const RunData& data, const QString& cell, const LiveChoice& choice) {
    const std::vector<const VisitData*> visits = data.visits_of(cell, choice.condition);
    const bool same_visits = std::all_of(m_taken.begin(), m_taken.end(), [&](const Taken& taken) {
        return std::any_of(visits.begin(), visits.end(),
                           [&](const VisitData* visit) { return visit->visit == taken.visit; });
    });
    bool changed = false;
    if (!(choice == m_choice) || cell != m_cell || !same_visits) {
        changed = m_values.size() > 0;
        m_choice = choice;
        m_cell = cell;
        m_taken.clear();
        m_values.clear();
    }
    for (const VisitData* visit : visits) {
        const auto stream = visit->streams.find(choice.stream);
        if (stream == visit->streams.end()) continue;
        auto taken = std::find_if(m_taken.begin(), m_taken.end(),
                                  [&](const Taken& one) { return one.visit == visit->visit; });
        if (taken == m_taken.end()) taken = m_taken.insert(taken, {visit->visit, 0});
        const StreamColumns& columns = stream->second;
        changed = changed || taken->requests < columns.size();
        for (; taken->requests < columns.size(); ++taken->requests) {
            if (!counts(columns.at_s[taken->requests], visit->window_s)) continue;
            m_values.add(leg_ms(columns, taken->requests, choice.metric));
        }
    }
    return changed;
}

}  // namespace stallscope::app
