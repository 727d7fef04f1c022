// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace stallscope::app {

/// What the engine's process does. The last four before `ended` are the steps by which it is asked
/// to stop, each after the one before went unheard.
enum class EngineState {
    idle,      ///< nothing was started
    starting,  ///< no hello yet
    running,
    paused,         ///< asked to pause: after the visit that runs
    cancelling,     ///< it was told
    closing_input,  ///< its input has ended, which means the same
    terminating,    ///< it was sent SIGTERM
    killing,        ///< it was sent SIGKILL
    ended,
};

/// For the status line: "Cancelling…"
QString text_of(EngineState state);

/// How an engine's process ended.
struct EngineEnd {
    enum class Kind { exited, crashed, not_started };
    Kind kind = Kind::exited;
    int code = 0;                      ///< exit code, or the signal's number of a crash
    bool was_killed = false;           ///< by us, as the last step
    bool said_finished = false;        ///< run_finished came
    QString program{}, start_fault{};  ///< of what could not be started
};

/// One sentence for people: what the end means for the run.
QString sentence_of(const EngineEnd& end);

}  // namespace stallscope::app

Q_DECLARE_METATYPE(stallscope::app::EngineState)
