// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/visit_choices.h"
#include "record/run_file.h"

namespace stallscope::app {

/// A visit of the run on the time axis of another one, whose window begins at 0.
struct VisitNeighbour {
    qint64 visit = 0;
    double begin_s = 0, end_s = 0;  ///< its window; negative: before
    QString title;                  ///< "A, both"
    int cell = 0;                   ///< number of its cell, for the colour
    bool operator==(const VisitNeighbour&) const = default;
};

/// All visits but `shown` that came as far as their window, in the order of their starts. `choices`
/// are those of the run. Empty when `shown` has no window either.
std::vector<VisitNeighbour> neighbours_of(const std::vector<StoredVisit>& visits,
                                          const std::vector<VisitChoice>& choices, qint64 shown);

}  // namespace stallscope::app
