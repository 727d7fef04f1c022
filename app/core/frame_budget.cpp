// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame_budget.h"

#include <algorithm>

#include "core/run_data.h"

namespace stallscope::app {

Measuring measuring_in(const RunData& run) {
    if (run.finished()) return Measuring::nothing;
    const VisitData* visit = run.running_visit();
    if (!visit) return Measuring::between_windows;
    const bool counts =
        std::any_of(visit->streams.begin(), visit->streams.end(), [&](const auto& named) {
            const StreamColumns& columns = named.second;
            return columns.size() > 0 && columns.at_s.back() >= 0 &&
                   columns.at_s.back() < visit->window_s;
        });
    return counts ? Measuring::window : Measuring::between_windows;
}

bool FrameBudget::is_due(qint64 now_ms) const {
    if (m_measuring == Measuring::nothing) return true;
    const double share = m_measuring == Measuring::window ? window_share : live_share;
    const double wait_ms = std::min(m_cost_ms / share, static_cast<double>(longest_wait_ms));
    return static_cast<double>(now_ms - m_frame_ms) >= wait_ms;
}

void FrameBudget::spent(qint64 now_ms, double cost_ms) {
    m_frame_ms = now_ms;
    m_cost_ms = std::max(0.0, cost_ms);
}

}  // namespace stallscope::app
