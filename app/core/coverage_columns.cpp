// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage_columns.h"

#include <algorithm>

namespace stallscope::app {

CoverageColumns coverage_columns(const TimelineLane& lane, std::int64_t from, std::int64_t to,
                                 int columns) {
    CoverageColumns found;
    if (columns <= 0 || to <= from) return found;
    found.count = columns;
    const double length = static_cast<double>(to - from) / columns;
    for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
        const SpanList& list = lane.spans[kind];
        if (list.between(from, to).count() == 0) continue;
        std::vector<float>& shares = found.shares[kind];
        shares.reserve(static_cast<std::size_t>(columns));
        SpanList::Sweep sweep(list);
        std::int64_t edge = from;
        std::int64_t before = sweep.covered_before(edge);
        for (int column = 1; column <= columns; ++column) {
            const std::int64_t next =
                column == columns ? to : from + static_cast<std::int64_t>(length * column);
            const std::int64_t covered = sweep.covered_before(next);
            // More pixels than nanoseconds: such columns have no length.
            const std::int64_t width = std::max<std::int64_t>(next - edge, 1);
            const float share = static_cast<float>(covered - before) / static_cast<float>(width);
            shares.push_back(share);
            edge = next;
            before = covered;
        }
    }
    return found;
}

std::size_t spans_between(const TimelineLane& lane, std::int64_t from, std::int64_t to) {
    std::size_t count = 0;
    for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
        if (static_cast<TimelineKind>(kind) != TimelineKind::native)
            count += lane.spans[kind].between(from, to).count();
    }
    return count;
}

}  // namespace stallscope::app
