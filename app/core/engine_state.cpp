// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine_state.h"

#include <QCoreApplication>

#include "plan/exit_code.h"

namespace stallscope::app {
namespace {

QString say(const char* text) {
    return QCoreApplication::translate("stallscope::app::EngineState", text);
}

QString sentence_of_code(int code) {
    switch (code) {
        case ExitCode::done:
            return say("The run is complete.");
        case ExitCode::usage:
            return say(
                "The engine did not understand how it was started; engine and workbench are "
                "probably of different versions.");
        case ExitCode::bad_experiment:
            return say("The experiment has faults; nothing was measured.");
        case ExitCode::measurement_failed:
            return say("Measuring failed; what was stored until then is kept.");
        case ExitCode::environment_unfit:
            return say(
                "The machine is not fit to measure on at the moment; what was stored until "
                "then is kept.");
        case ExitCode::stale_or_altered:
            return say("A seal or a run file is not what it was: nothing was measured with it.");
        case ExitCode::cancelled:
            return say(
                "The run was cancelled; what was stored is kept, and the rest can be "
                "measured with Resume.");
        default:
            return say("The engine ended with code %1, which has no meaning here; what was stored "
                       "until then is kept.")
                .arg(code);
    }
}

}  // namespace

QString text_of(EngineState state) {
    switch (state) {
        case EngineState::idle:
            return say("Not started");
        case EngineState::starting:
            return say("Starting…");
        case EngineState::running:
            return say("Running");
        case EngineState::paused:
            return say("Paused after the visit that runs");
        case EngineState::cancelling:
            return say("Cancelling…");
        case EngineState::closing_input:
            return say("Still cancelling: the engine has not answered yet…");
        case EngineState::terminating:
            return say("Cancelling: the engine was told to terminate…");
        case EngineState::killing:
            return say("Cancelling: the engine is being ended by force…");
        case EngineState::ended:
            return say("Ended");
    }
    return {};
}

QString sentence_of(const EngineEnd& end) {
    if (end.kind == EngineEnd::Kind::not_started) {
        return say("The engine could not be started: %1: %2").arg(end.program, end.start_fault);
    }
    if (end.was_killed) {
        return say(
            "The engine did not stop when asked and was ended by force; what was stored "
            "until then is kept.");
    }
    if (end.kind == EngineEnd::Kind::crashed) {
        return say("The engine crashed (signal %1); what was stored until then is kept.")
            .arg(end.code);
    }
    if (!end.said_finished && end.code == 0) {
        return say(
            "The engine ended without saying that the run is finished; look at what the "
            "run file holds.");
    }
    return sentence_of_code(end.code);
}

}  // namespace stallscope::app
