// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include "core/problem.h"
#include "core/run_order.h"

class QWidget;

namespace stallscope::app {

class ExperimentDocument;
class RunQueue;
class SessionList;
class Settings;

/// From the button Run to a run in the queue, which is then the one that the window looks at.
class RunCommands final : public QObject {
    Q_OBJECT

public:
    /// All outlive this.
    RunCommands(const ExperimentDocument& document, RunQueue& queue, SessionList& sessions,
                Settings& settings, QWidget& window);

    /// What the planner says of the user's own code, as soon as it is known.
    void set_runs_code(const QStringList& sentences) { m_runs_code = sentences; }

    /// Says what the run is going to do, and asks.
    void run();
    /// Without asking: somebody named the run on the command line.
    void run_now(const RunOrder& order);
    /// Measures what is missing in a partial run.
    void resume(const QString& run_file);
    void close(class RunSession* session);

signals:
    void started();
    void problem(const stallscope::app::Problem& problem);

private:
    void show(int id);

    const ExperimentDocument& m_document;
    RunQueue& m_queue;
    SessionList& m_sessions;
    Settings& m_settings;
    QWidget& m_window;
    QStringList m_runs_code;
};

}  // namespace stallscope::app
