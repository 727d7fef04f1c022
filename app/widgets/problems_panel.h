// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/problem.h"

class QListWidget;
class QPushButton;

namespace stallscope::app {

/// What went wrong, the newest first, with the place and the way out. Stays until it is cleared;
/// nothing here interrupts anybody.
class ProblemsPanel final : public QWidget {
    Q_OBJECT

public:
    explicit ProblemsPanel(QWidget* parent = nullptr);

    /// The same problem twice in a row is counted, not repeated. The oldest of more than 200 go.
    void add(const Problem& problem);
    int count() const;
    /// All of them as plain text, for a report to somebody else.
    QString text() const;
    void clear();

signals:
    void count_changed(int count);

private:
    void copy() const;
    void update_buttons();

    QListWidget* m_list;
    QPushButton* m_copy;
    QPushButton* m_clear;
};

}  // namespace stallscope::app
