// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "plan/schedule.h"

namespace stallscope {

/// Tells how long the rest will take, from the plan and from what hosts really needed so far.
class TimeLeft {
public:
    explicit TimeLeft(const std::vector<ScheduledVisit>& todo) {
        for (const auto& visit : todo) m_planned += visit.planned_s;
        m_count = static_cast<int>(todo.size());
    }
    void visit_took(const ScheduledVisit& visit, double seconds) {
        m_planned -= visit.planned_s;
        m_over += seconds - visit.planned_s;
        ++m_done;
    }
    void visit_added(const ScheduledVisit& visit) {
        m_planned += visit.planned_s;
        ++m_count;
    }
    double seconds() const {
        const double over = m_done > 0 ? m_over / m_done : 0;
        return std::max(0.0, m_planned + over * (m_count - m_done));
    }
    int done() const { return m_done; }
    int count() const { return m_count; }

private:
    double m_planned = 0, m_over = 0;
    int m_done = 0, m_count = 0;
};

}  // namespace stallscope
