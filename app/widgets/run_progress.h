// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/run_data.h"

class QLabel;
class QProgressBar;
class QPushButton;

namespace stallscope::app {

/// How far a run is, what it does at this moment, and the buttons that stop it.
class RunProgress final : public QWidget {
    Q_OBJECT

public:
    explicit RunProgress(QWidget* parent = nullptr);

    /// `can_be_stopped`: the run is being measured, not read from a file.
    void show_run(const RunData& run, bool can_be_stopped);
    /// Also before another run is shown: what was asked of the last one is forgotten.
    void show_none();

signals:
    void pause_requested(bool pause);
    void cancel_requested();

private:
    void name_pause();

    QLabel* m_step;
    QLabel* m_left;
    QProgressBar* m_bar;
    QPushButton* m_pause;
    QPushButton* m_cancel;
    bool m_pauses = false;   ///< it was asked for, or is so
    bool m_cancels = false;  ///< it was asked for
};

}  // namespace stallscope::app
