// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <optional>
#include <vector>

#include "core/experiment_tree.h"

namespace stallscope::app {

/// An experiment as it stood after one edit.
struct ExperimentState {
    QByteArray text;  ///< what is saved
    ExperimentTree tree;
    /// Why `text` cannot be read: then `tree` is the last one that could.
    std::optional<Error> unreadable;
};

/// What the edits of an experiment made of it, one state each. Successive edits with one merge key
/// (keystrokes in one field) are one step. The oldest steps go when there are too many.
class ExperimentHistory {
public:
    static constexpr std::size_t most_steps = 500;

    explicit ExperimentHistory(ExperimentState first);

    const ExperimentState& now() const { return m_steps[m_at].state; }
    void add(const QString& label, ExperimentState state, const QString& merge_key);
    /// The next edit is a step of its own, whatever its key.
    void end_merging() { m_may_merge = false; }

    bool can_undo() const { return m_at > 0; }
    bool can_redo() const { return m_at + 1 < m_steps.size(); }
    void undo();  ///< when it can
    void redo();
    QString undo_label() const;  ///< of the edit that would go; empty when none can
    QString redo_label() const;

private:
    struct Step {
        QString label, merge_key;
        ExperimentState state;
    };
    std::vector<Step> m_steps;
    std::size_t m_at = 0;
    bool m_may_merge = false;
};

}  // namespace stallscope::app
