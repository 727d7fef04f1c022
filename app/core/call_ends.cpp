// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/call_ends.h"

#include <cstdlib>

#include "analysis/alignment.h"

namespace stallscope::app {
namespace {

/// The lane's calls: native ones where they are stamped.
const SpanList& calls_of(const TimelineLane& lane) {
    for (const TimelineKind kind : {TimelineKind::native, TimelineKind::service}) {
        if (!lane.of(kind).empty()) return lane.of(kind);
    }
    return lane.of(TimelineKind::call);
}

}  // namespace

std::optional<CallEnd> call_ended_near(const Timeline& timeline, int stream, std::int64_t since,
                                       std::int64_t at) {
    std::optional<CallEnd> nearest;
    for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
        const TimelineLane& lane = timeline.lanes[i];
        if (lane.stream == stream) continue;
        const SpanList& calls = calls_of(lane);
        const auto near = calls.between(at - at_call_end_ns - 1, at + at_call_end_ns + 1);
        for (std::size_t place = near.first; place < near.last; ++place) {
            const std::int64_t start = calls.start(place), end = calls.end(place);
            const std::int64_t away = std::abs(end - at);
            if (end < since || start > at || away > at_call_end_ns) continue;
            if (!nearest || away < std::abs(nearest->end - at))
                nearest = CallEnd{lane.stream, i, start, end};
        }
    }
    return nearest;
}

}  // namespace stallscope::app
