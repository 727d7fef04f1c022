// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "widgets/page.h"

class QAbstractItemModel;
class QLabel;
class QListWidget;

namespace stallscope::app {

/// What the window shows while nothing is open: what the program is for, the experiments one can
/// start from, and what was open last.
class StartPage final : public Page {
    Q_OBJECT

public:
    /// `experiments` outlives the page.
    explicit StartPage(QAbstractItemModel& experiments, QWidget* parent = nullptr);

    /// Experiments and runs, the last one first; files that are gone are left out.
    void set_recent(const QStringList& files);

signals:
    void open_requested(const QString& file);        ///< one of the recent ones
    void copy_requested(const QString& experiment);  ///< a shipped one: its user edits a copy
    void new_requested();
    void choose_requested();  ///< a file dialog
    void compare_requested(const QStringList& runs);

private:
    QWidget* shipped(QAbstractItemModel& experiments);
    QWidget* recent();

    QListWidget* m_recent;
    QLabel* m_no_recent;
};

}  // namespace stallscope::app
