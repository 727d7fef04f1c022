// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/request_spans.h"
#include "core/run_file.h"
#include "core/span_list.h"

namespace stallscope::app {

/// One request, or one call of a loop, of a visit.
struct RequestRef {
    int stream = 0;         ///< place in Timeline::streams
    bool is_call = false;   ///< a row of `calls`, else of `requests`
    std::uint32_t row = 0;  ///< its place there

    bool operator==(const RequestRef&) const = default;
};

/// One horizontal band: one thread or client of one stream.
struct TimelineLane {
    int stream = 0;
    LaneRole role = LaneRole::client;
    std::int64_t lane = 0;  ///< as in the rows: which client or loop thread; 0 for the others
    int number = 0;         ///< counts the stream's lanes of this role from 1; 0: the only one
    std::array<SpanList, timeline_kind_count> spans;  ///< by kind

    const SpanList& of(TimelineKind kind) const { return spans[static_cast<std::size_t>(kind)]; }
};

/// A stretch of a lane that somebody points at.
struct TimelineSpan {
    TimelineKind kind = TimelineKind::request;
    std::int64_t start = 0, end = 0;
    RequestRef request;
};

struct TimelineStream {
    QString name;
    std::shared_ptr<const StreamRows> rows;
};

/// What is known of a visit beside its rows.
struct VisitFrame {
    qint64 visit = 0;
    std::int64_t window_ns = 0;
    std::int64_t warm_up_ns = 0;  ///< measured and discarded before the window
    int parts = 1;                ///< of the window, for the course of a visit
    std::vector<SampleRow> samples;
};

/// One visit as lanes of spans, ns from the start of its window: what every thread did, and what
/// each reply waited for. A plain value; building it takes a second per 10⁷ spans.
struct Timeline {
    VisitFrame frame;
    std::vector<TimelineStream> streams;
    std::vector<TimelineLane> lanes;   ///< stream by stream: clients, dispatcher, worker, callers
    std::int64_t first = 0, last = 0;  ///< ends of everything: spans and window

    const RequestRow* request(const RequestRef& ref) const;  ///< nullptr for a call
    const CallRow* call(const RequestRef& ref) const;        ///< nullptr for a request
    std::int64_t number(const RequestRef& ref) const;        ///< of the request or call, from 1
    std::int64_t lane_of(const RequestRef& ref) const;       ///< TimelineLane::lane
    std::vector<RequestSpan> spans(const RequestRef& ref) const;
    std::size_t span_count() const;
};

/// Streams whose replies are read by a dispatcher come first, then those on a thread, then loops:
/// who waits stands above whom it waits for.
Timeline timeline_of(VisitFrame frame, std::vector<TimelineStream> streams);

/// "gpu · dispatcher", "ane · client 2".
QString lane_title(const Timeline& timeline, const TimelineLane& lane);

/// The span at `at`, the inner one where one lies inside another; else the nearest within
/// `tolerance_ns`.
std::optional<TimelineSpan> span_at(const TimelineLane& lane, std::int64_t at,
                                    std::int64_t tolerance_ns);

}  // namespace stallscope::app
