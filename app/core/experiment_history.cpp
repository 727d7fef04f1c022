// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment_history.h"

#include <utility>

namespace stallscope::app {

ExperimentHistory::ExperimentHistory(ExperimentState first) {
    m_steps.push_back({{}, {}, std::move(first)});
}

void ExperimentHistory::add(const QString& label, ExperimentState state, const QString& merge_key) {
    m_steps.erase(m_steps.begin() + static_cast<std::ptrdiff_t>(m_at) + 1, m_steps.end());
    const bool merges =
        m_may_merge && m_at > 0 && !merge_key.isEmpty() && m_steps.back().merge_key == merge_key;
    if (merges) {
        m_steps.back().state = std::move(state);
    } else {
        m_steps.push_back({label, merge_key, std::move(state)});
    }
    if (m_steps.size() > most_steps) m_steps.erase(m_steps.begin());
    m_at = m_steps.size() - 1;
    m_may_merge = true;
}

void ExperimentHistory::undo() {
    if (can_undo()) --m_at;
    end_merging();
}

void ExperimentHistory::redo() {
    if (can_redo()) ++m_at;
    end_merging();
}

QString ExperimentHistory::undo_label() const {
    return can_undo() ? m_steps[m_at].label : QString();
}

QString ExperimentHistory::redo_label() const {
    return can_redo() ? m_steps[m_at + 1].label : QString();
}

}  // namespace stallscope::app
