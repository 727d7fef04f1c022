// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/timeline.h"

namespace stallscope::app {

/// A lane as a row of pixels: what share of each column's time each kind covers, 0 … 1. Columns
/// have equal lengths and follow each other without gaps.
struct CoverageColumns {
    std::array<std::vector<float>, timeline_kind_count>
        shares;  ///< empty: no such span in the lane
    int count = 0;

    bool has(TimelineKind kind) const { return !shares[static_cast<std::size_t>(kind)].empty(); }
    float share(TimelineKind kind, int column) const {
        return shares[static_cast<std::size_t>(kind)][static_cast<std::size_t>(column)];
    }
};

/// `from` … `to` in `columns` columns. Costs about the columns times the lane's kinds, however many
/// spans there are.
CoverageColumns coverage_columns(const TimelineLane& lane, std::int64_t from, std::int64_t to,
                                 int columns);

/// How many spans of a lane touch [from, to), those inside others left out.
std::size_t spans_between(const TimelineLane& lane, std::int64_t from, std::int64_t to);

}  // namespace stallscope::app
