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

std::vector<AwaitedCall> awaited_calls(const Timeline& timeline, const RequestRef& request) {
    std::vector<AwaitedCall> awaited;
    const RequestRow* row = timeline.request(request);
    if (!row) return awaited;
    const auto add = [&](std::int64_t since, std::int64_t until) {
        if (since == not_taken || until == not_taken || until - since < noticeable_ns) return;
        const auto call = call_ended_near(timeline, request.stream, since, until);
        if (call) awaited.push_back({*call, until});
    };
    add(row->service_end, row->recv_enter);
    add(row->read_returned, row->header);
    add(row->header, row->body);
    return awaited;
}

}  // namespace stallscope::app
