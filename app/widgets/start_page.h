// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>

#include "core/run_history.h"
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

    /// Runs as listed, the newest first, then experiments, the last used first. At most twelve of
    /// each; files that are gone are left out.
    void set_recent(const QVector<PastRun>& runs, const QStringList& experiments);

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
