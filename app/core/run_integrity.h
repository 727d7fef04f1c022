// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

#include "record/run_file.h"

namespace stallscope::app {

/// Whether a run file is as it was written.
struct RunIntegrity {
    bool seal_holds = false;  ///< the sealed text gives its SHA-256
    int visits = 0;           ///< that ended, and so have a digest
    int visits_checked = 0;
    QStringList altered;  ///< "visit 3 (A, both)": its rows do not give its digest

    bool complete() const { return visits_checked == visits; }
    bool holds() const { return seal_holds && altered.isEmpty(); }
};

/// Reads every row once, visit by visit; `take` gets what is known so far; false: stop. The visits'
/// places in the schedule are checked by `stallscope verify` only. Error: of the run file.
Result<void> check_integrity(const RunReader& run, const std::vector<StoredVisit>& visits,
                             const std::function<bool(const RunIntegrity&)>& take);

}  // namespace stallscope::app
