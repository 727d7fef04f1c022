// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// What somebody opened, dropped or named on the command line.
enum class OpenedFile {
    experiment,  ///< a JSON file
    run,         ///< a run file
    events,      ///< a recorded stream of `stallscope run --events`
    unknown,
};

/// Looks at the first bytes, not at the name: a run file that was renamed is still one. A file
/// that cannot be read is `unknown`.
OpenedFile kind_of_file(const QString& path);

}  // namespace stallscope::app
