// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/visit_choices.h"

class QComboBox;

namespace stallscope::app {

/// Chooses a visit of a run: a cell, one of its conditions, one of the visits of both, each with
/// how it ended.
class VisitChooser final : public QWidget {
    Q_OBJECT

public:
    explicit VisitChooser(QWidget* parent = nullptr);

    /// Keeps what is chosen where it still exists; emits nothing.
    void set_visits(std::vector<VisitChoice> visits);
    /// Emits nothing. Without such a visit nothing is chosen.
    void choose(std::optional<qint64> visit);
    std::optional<qint64> chosen() const;
    QString chosen_text() const;  ///< "A, both, cycle 1, first half · complete"

signals:
    void visit_chosen(qint64 visit);  ///< by the user

private:
    void fill_cells();
    void fill_conditions();
    void fill_visits();
    void on_cell();
    void on_condition();
    void on_visit();
    const VisitChoice* find(qint64 visit) const;
    const VisitChoice* first_of(const QString& cell, const QString& condition) const;

    std::vector<VisitChoice> m_visits;
    std::optional<qint64> m_chosen;
    QComboBox* m_cell;
    QComboBox* m_condition;
    QComboBox* m_visit;
};

}  // namespace stallscope::app
