// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

#include "core/run_file.h"

namespace stallscope::app {

/// What stands where figures of an analysis will be, or would have been. `file` may be nullptr.
inline QString analysis_words(const RunFile* file) {
    if (file != nullptr && !file->analysis_failure().isEmpty()) {
        return QCoreApplication::translate("Analysis", "The run could not be analysed: %1")
            .arg(file->analysis_failure());
    }
    return QCoreApplication::translate("Analysis", "The run is being analysed …");
}

}  // namespace stallscope::app
