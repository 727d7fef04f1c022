// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "charts/timeline_view.h"
#include "core/call_ends.h"
#include "core/timeline.h"

namespace stallscope::app {

/// A request that is looked at.
struct TimelineSelection {
    RequestRef request;
    std::int64_t lane = 0;  ///< TimelineLane::lane of its client or thread
    std::vector<RequestSpan> spans;
    std::vector<AwaitedCall> calls;  ///< at whose ends its reply went on
};

TimelineSelection selection_of(const Timeline& timeline, const RequestRef& request);

/// Under the lanes: the time in which the reply was waited for, over all of them.
void paint_wait(QPainter& painter, const TimelineSelection& selection, const TimelineRows& rows,
                const TimelineView& view);

/// Over the lanes: its spans framed in every lane, a line from the forward's end to its reply and
/// on to the client, and one from the end of each call that it waited for.
void paint_selection(QPainter& painter, const TimelineSelection& selection,
                     const Timeline& timeline, const TimelineRows& rows, const TimelineView& view);

}  // namespace stallscope::app
