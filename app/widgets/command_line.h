// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/run_order.h"
#include "plan/result.h"

namespace stallscope::app {

/// What the program was asked to do.
struct CommandLine {
    enum class Task {
        window,    ///< open the window, with `files` in it
        run,       ///< the same, and measure `run` in it at once
        report,    ///< --export: write a report of files[0] into `folder`
        pictures,  ///< --grab: a picture of every page, with `files` open, into `folder`
        help,
        version,
    };
    Task task = Task::window;
    QStringList files;             ///< runs and experiments, as written
    QStringList formats;           ///< of a report: "html", "pdf", each once
    QString folder;                ///< of a report or of pictures
    RunOrder run;                  ///< paths are absolute
    bool close_when_done = false;  ///< the window, with the run's exit code
};

/// `arguments` begin with the program's name, as QCoreApplication::arguments() does. Error (kind
/// usage): an option that does not exist, lacks its value or does not go with the others.
Result<CommandLine> parse_command_line(const QStringList& arguments);

/// The text of --help. There must be a QCoreApplication.
QString command_line_help();

/// Writes the error to standard error, as stallscope does, and returns its exit code.
int complain(const Error& error);

/// How much of a screen the arguments need; asked before there is an application, so they are read
/// roughly: what is wrong with them says parse_command_line().
enum class Screen {
    none,       ///< only text is printed
    offscreen,  ///< something is drawn into files
    window,
};
Screen screen_needed(int argc, const char* const* argv);

}  // namespace stallscope::app
