// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

class QMimeData;

namespace stallscope::app {

/// What somebody opened, dropped or named on the command line.
enum class OpenedFile {
    experiment,  ///< a JSON file
    run,         ///< a run file
    gate,        ///< the result of a gate
    events,      ///< a recorded stream of `stallscope run --events`
    unknown,
};

/// Looks at the first bytes, not at the name: a run file that was renamed is still one. A file
/// that cannot be read is `unknown`.
OpenedFile kind_of_file(const QString& path);

/// The files of this machine in what is dropped.
QStringList local_files(const QMimeData& data);

}  // namespace stallscope::app
