// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_selection.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <algorithm>

#include "charts/series_style.h"
#include "charts/timeline_lane_painter.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

constexpr int frame_width = 2;

/// The lane of a span of the selected request.
int lane_of(const TimelineSelection& selection, LaneRole role, const Timeline& timeline) {
    const bool own = role == LaneRole::client || role == LaneRole::caller;
    for (std::size_t i = 0; i < timeline.lanes.size(); ++i) {
        const TimelineLane& lane = timeline.lanes[i];
        if (lane.stream == selection.request.stream && lane.role == role &&
            (!own || lane.lane == selection.lane))
            return static_cast<int>(i);
    }
    return -1;
}

/// From its first reply wait's start to its last one's end.
std::optional<std::pair<std::int64_t, std::int64_t>> wait_of(const TimelineSelection& selection) {
    std::optional<std::pair<std::int64_t, std::int64_t>> wait;
    for (const RequestSpan& span : selection.spans) {
        if (!is_reply_wait(span.kind)) continue;
        if (!wait) wait = {span.start, span.end};
        wait->second = std::max(wait->second, span.end);
    }
    return wait;
}

class SelectionPainter {
public:
    SelectionPainter(QPainter& painter, const TimelineSelection& selection,
                     const Timeline& timeline, const TimelineRows& rows, const TimelineView& view)
        : m_painter(painter),
          m_selection(selection),
          m_timeline(timeline),
          m_rows(rows),
          m_view(view),
          m_ink(view.palette.color(QPalette::Text)) {}

    void frame_spans() {
        for (const LaneRole role :
             {LaneRole::client, LaneRole::dispatcher, LaneRole::worker, LaneRole::caller}) {
            const std::optional<QRect> band = band_of(lane_of(m_selection, role, m_timeline));
            if (!band) continue;
            std::int64_t start = INT64_MAX, end = INT64_MIN;
            for (const RequestSpan& span : m_selection.spans) {
                if (span.role != role) continue;
                start = std::min(start, span.start);
                end = std::max(end, span.end);
            }
            if (start <= end) frame(*band, start, end, Qt::SolidLine);
        }
    }

    void connect_lanes() {
        const auto wait = wait_of(m_selection);
        if (!wait) return;
        const int worker = lane_of(m_selection, LaneRole::worker, m_timeline);
        const int dispatcher = lane_of(m_selection, LaneRole::dispatcher, m_timeline);
        connect_rows(wait->first, worker, wait->first, dispatcher);
        connect_rows(wait->second, dispatcher, wait->second,
                     lane_of(m_selection, LaneRole::client, m_timeline));
    }

    void connect_calls() {
        const int dispatcher = lane_of(m_selection, LaneRole::dispatcher, m_timeline);
        for (const AwaitedCall& awaited : m_selection.calls) {
            const CallEnd& call = awaited.call;
            const auto band = band_of(static_cast<int>(call.lane));
            if (!band) continue;
            frame(band_of_kind(TimelineKind::native, *band), call.start, call.end, Qt::DashLine);
            connect_rows(call.end, static_cast<int>(call.lane), awaited.until, dispatcher);
            const QString& stream = m_timeline.streams[static_cast<std::size_t>(call.stream)].name;
            tell(QCoreApplication::translate("TimelineChart", "a call of %1 ends").arg(stream),
                 call);
        }
    }

private:
    std::optional<QRect> band_of(int lane) const {
        const TimelineRow* row = m_rows.of_lane(lane);
        if (!row) return {};
        return m_view.band(*row);
    }

    bool is_in_view(std::int64_t ns) const {
        return static_cast<double>(ns) >= m_view.from_ns && static_cast<double>(ns) <= m_view.to_ns;
    }

    void frame(const QRect& band, std::int64_t start, std::int64_t end, Qt::PenStyle style) {
        const int left = m_view.column(static_cast<double>(start));
        const int right = m_view.column(static_cast<double>(end));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_ink, frame_width, style, Qt::FlatCap, Qt::MiterJoin));
        m_painter.drawRect(QRect(left, band.top(), std::max(2, right - left), band.height())
                               .adjusted(-1, -2, 1, 1));
    }

    // From edge to edge, with a dot at both.
    void connect_rows(std::int64_t from_ns, int from, std::int64_t to_ns, int to) {
        auto a = band_of(from), b = band_of(to);
        if (!a || !b || !(is_in_view(from_ns) || is_in_view(to_ns))) return;
        const bool upwards = a->top() > b->top();
        const QPointF start(m_view.x(static_cast<double>(from_ns)),
                            upwards ? a->top() - 1 : a->bottom() + 2);
        const QPointF end(m_view.x(static_cast<double>(to_ns)),
                          upwards ? b->bottom() + 2 : b->top() - 1);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(QPen(m_ink, 1.5, Qt::DotLine));
        m_painter.drawLine(start, end);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_ink);
        for (const QPointF& place : {start, end}) m_painter.drawEllipse(place, 3, 3);
        m_painter.restore();
    }

    // Beside the line, in the gap above the call's stream, where the call is wide enough and
    // nothing has been written before.
    void tell(const QString& text, const CallEnd& call) {
        const auto first =
            std::find_if(m_timeline.lanes.begin(), m_timeline.lanes.end(),
                         [&](const TimelineLane& lane) { return lane.stream == call.stream; });
        const auto band = band_of(static_cast<int>(first - m_timeline.lanes.begin()));
        if (!band) return;
        const int end = m_view.column(static_cast<double>(call.end));
        const QFontMetrics metrics(m_painter.font());
        QRect box(0, 0, metrics.horizontalAdvance(text) + 10, metrics.height());
        const int length = end - m_view.column(static_cast<double>(call.start));
        if (!is_in_view(call.end) || length < box.width() / 3) return;
        box.moveBottom(band->top() - 4);
        box.moveRight(end - 6);
        if (box.left() < m_view.frame.left()) box.moveLeft(end + 6);
        if (box.intersects(m_written)) return;
        m_written = box;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_view.palette.color(QPalette::Base));
        m_painter.drawRect(box);
        m_painter.setPen(m_ink);
        m_painter.drawText(box, Qt::AlignCenter, text);
    }

    QPainter& m_painter;
    const TimelineSelection& m_selection;
    const Timeline& m_timeline;
    const TimelineRows& m_rows;
    const TimelineView& m_view;
    const QColor m_ink;
    QRect m_written;
};

}  // namespace

TimelineSelection selection_of(const Timeline& timeline, const RequestRef& request) {
    return {request, timeline.lane_of(request), timeline.spans(request),
            awaited_calls(timeline, request)};
}

void paint_wait(QPainter& painter, const TimelineSelection& selection, const TimelineRows& rows,
                const TimelineView& view) {
    const auto wait = wait_of(selection);
    if (!wait || rows.rows.empty()) return;
    QColor shade = span_colour(SpanKind::wait_lock, view.palette);
    shade.setAlphaF(0.14F);
    const int left = view.column(static_cast<double>(wait->first));
    const int right = view.column(static_cast<double>(wait->second));
    painter.fillRect(QRect(left, view.frame.top(), std::max(1, right - left), view.frame.height()),
                     shade);
}

void paint_selection(QPainter& painter, const TimelineSelection& selection,
                     const Timeline& timeline, const TimelineRows& rows, const TimelineView& view) {
    SelectionPainter selected(painter, selection, timeline, rows, view);
    selected.frame_spans();
    selected.connect_lanes();
    selected.connect_calls();
}

}  // namespace stallscope::app
