// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>
#include <optional>

namespace stallscope::app {

/// What the engine is asked to measure.
///
/// The engine reads the experiment from a file. A document that was not saved is written elsewhere
/// (the app's data folder) and run from there; `directory` then names the folder of the user's
/// file, where the relative paths of callables start. It is also the engine's working directory.
struct RunOrder {
    QString experiment;  ///< absolute path of the file to read
    QString directory;   ///< empty: the experiment's folder
    QString output;      ///< the run file, absolute
    QString preset;      ///< empty: as written
    std::optional<double> seconds;
    std::optional<int> cycles;
    QString seal;  ///< run only an experiment with this hash; empty: any
    bool keep_blocked = false;
    /// A run file: measure what is missing in it. Of the others only keep_blocked counts then.
    QString resume;

    bool operator==(const RunOrder&) const = default;
};

/// Arguments of the engine's program.
QStringList arguments_of(const RunOrder& order);

/// Where its program is started.
QString working_directory_of(const RunOrder& order);

/// For titles: the name that the experiment file gives, else the file's.
QString name_of(const RunOrder& order);

/// A run file that does not exist yet: FOLDER/NAME-YYYYMMDDTHHMMSS.stallscope, in local time as the
/// engine names them, with -2, -3, … where that one is there or `taken`.
QString new_run_file(const QString& folder, const QString& name, const QDateTime& now,
                     const QStringList& taken = {});

}  // namespace stallscope::app
