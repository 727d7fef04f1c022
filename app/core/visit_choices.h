// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "record/run_file.h"

namespace stallscope::app {

/// A visit that one can choose to look at.
struct VisitChoice {
    qint64 visit = 0;
    QString cell, condition;
    QString label;  ///< "cycle 1, first half · complete"
    bool is_complete = false;
    int streams = 0;  ///< that its cell has in its condition; 0: not known

    bool operator==(const VisitChoice&) const = default;
};

/// The visits of a run: cells in the order of the experiment, visits in the order of their starts.
/// An experiment that cannot be read costs that order and `streams`.
std::vector<VisitChoice> visit_choices(const RunReader& run,
                                       const std::vector<StoredVisit>& visits);

/// Where a look is likely to tell something: the first complete visit with the most streams at
/// once. None when no visit is complete.
std::optional<VisitChoice> telling_visit(const std::vector<VisitChoice>& choices);

}  // namespace stallscope::app
