// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <utility>

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("Timeline", text);
}

/// Clients and loop threads have a lane each, a stream has one dispatcher and one worker.
std::int64_t lane_in(const RequestSpan& span, std::int64_t lane) {
    const bool many = span.role == LaneRole::client || span.role == LaneRole::caller;
    return many && lane != not_taken ? lane : 0;
}

using LaneKey = std::pair<LaneRole, std::int64_t>;

template <class Row>
void add_rows(std::map<LaneKey, TimelineLane>& lanes, const std::vector<Row>& rows) {
    for (std::size_t row = 0; row < rows.size(); ++row) {
        for (const RequestSpan& span : spans_of(rows[row])) {
            TimelineLane& lane = lanes[{span.role, lane_in(span, rows[row].lane)}];
            lane.spans[static_cast<std::size_t>(span.kind)].add(span.start, span.end,
                                                                static_cast<std::uint32_t>(row));
        }
    }
}

std::vector<TimelineLane> lanes_of(int stream, const StreamRows& rows) {
    std::map<LaneKey, TimelineLane> found;
    add_rows(found, rows.requests);
    add_rows(found, rows.calls);
    std::map<LaneRole, int> counts;
    for (const auto& [key, lane] : found) ++counts[key.first];
    std::map<LaneRole, int> numbers;
    std::vector<TimelineLane> lanes;
    for (auto& [key, lane] : found) {
        lane.stream = stream;
        lane.role = key.first;
        lane.lane = key.second;
        if (counts[key.first] > 1) lane.number = ++numbers[key.first];
        for (SpanList& list : lane.spans) list.seal();
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

int rank_of(const StreamRows& rows) {
    if (rows.requests.empty()) return 2;
    return std::any_of(rows.requests.begin(), rows.requests.end(), has_worker) ? 0 : 1;
}

void find_ends(Timeline& timeline) {
    timeline.first = 0;
    timeline.last = timeline.frame.window_ns;
    for (const TimelineLane& lane : timeline.lanes) {
        for (const SpanList& list : lane.spans) {
            if (list.empty()) continue;
            timeline.first = std::min(timeline.first, list.start(0));
            timeline.last = std::max(timeline.last, list.last_end());
        }
    }
}

/// How far `at` is from a span; 0 inside.
std::int64_t distance(std::int64_t at, const TimelineSpan& span) {
    if (at < span.start) return span.start - at;
    return at < span.end ? 0 : at - span.end + 1;
}

}  // namespace

const RequestRow* Timeline::request(const RequestRef& ref) const {
    return ref.is_call ? nullptr
                       : &streams[static_cast<std::size_t>(ref.stream)].rows->requests[ref.row];
}

const CallRow* Timeline::call(const RequestRef& ref) const {
    return ref.is_call ? &streams[static_cast<std::size_t>(ref.stream)].rows->calls[ref.row]
                       : nullptr;
}

std::int64_t Timeline::number(const RequestRef& ref) const {
    return ref.is_call ? call(ref)->call : request(ref)->request;
}

std::int64_t Timeline::lane_of(const RequestRef& ref) const {
    const std::int64_t lane = ref.is_call ? call(ref)->lane : request(ref)->lane;
    return lane == not_taken ? 0 : lane;
}

std::vector<RequestSpan> Timeline::spans(const RequestRef& ref) const {
    return ref.is_call ? spans_of(*call(ref)) : spans_of(*request(ref));
}

std::size_t Timeline::span_count() const {
    std::size_t count = 0;
    for (const TimelineLane& lane : lanes) {
        for (const SpanList& list : lane.spans) count += list.size();
    }
    return count;
}

Timeline timeline_of(VisitFrame frame, std::vector<TimelineStream> streams) {
    Timeline timeline;
    timeline.frame = std::move(frame);
    timeline.streams = std::move(streams);
    std::stable_sort(timeline.streams.begin(), timeline.streams.end(),
                     [](const TimelineStream& a, const TimelineStream& b) {
                         return rank_of(*a.rows) < rank_of(*b.rows);
                     });
    for (std::size_t i = 0; i < timeline.streams.size(); ++i) {
        auto lanes = lanes_of(static_cast<int>(i), *timeline.streams[i].rows);
        std::move(lanes.begin(), lanes.end(), std::back_inserter(timeline.lanes));
    }
    find_ends(timeline);
    return timeline;
}

QString lane_title(const Timeline& timeline, const TimelineLane& lane) {
    QString role;
    switch (lane.role) {
        case LaneRole::client:
            role = words("client");
            break;
        case LaneRole::dispatcher:
            role = words("dispatcher");
            break;
        case LaneRole::worker:
            role = words("worker");
            break;
        case LaneRole::caller:
            role = words("calls");
            break;
    }
    const QString& stream = timeline.streams[static_cast<std::size_t>(lane.stream)].name;
    const QString title = stream + QStringLiteral(" · ") + role;
    return lane.number == 0 ? title : title + QLatin1Char(' ') + QString::number(lane.number);
}

std::optional<TimelineSpan> span_at(const TimelineLane& lane, std::int64_t at,
                                    std::int64_t tolerance_ns) {
    std::optional<TimelineSpan> best;
    // Inner spans come last in the order of kinds: of two that contain the place they win.
    for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
        const SpanList& list = lane.spans[kind];
        const SpanList::Places near = list.between(at - tolerance_ns, at + tolerance_ns + 1);
        for (std::size_t place = near.first; place < near.last; ++place) {
            const TimelineSpan span{
                static_cast<TimelineKind>(kind), list.start(place), list.end(place),
                RequestRef{lane.stream, lane.role == LaneRole::caller, list.row(place)}};
            const std::int64_t away = distance(at, span);
            if (away > tolerance_ns) continue;
            if (!best || away < distance(at, *best) || (away == 0 && distance(at, *best) == 0))
                best = span;
        }
    }
    return best;
}

}  // namespace stallscope::app
