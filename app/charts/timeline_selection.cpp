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

    void connect_call() {
        if (!m_selection.call) return;
        const CallEnd& call = *m_selection.call;
        const auto band = band_of(static_cast<int>(call.lane));
        const int dispatcher = lane_of(m_selection, LaneRole::dispatcher, m_timeline);
        if (!band) return;
        frame(band_of_kind(TimelineKind::native, *band), call.start, call.end, Qt::DashLine);
        connect_rows(call.end, static_cast<int>(call.lane), call.end, dispatcher);
        const QString& stream = m_timeline.streams[static_cast<std::size_t>(call.stream)].name;
        tell(QCoreApplication::translate("TimelineChart", "the call of %1 ends here").arg(stream),
             call.end, *band);
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

    // Beside the line, above the lane it comes from, on the side that has room.
    void tell(const QString& text, std::int64_t at, const QRect& band) {
        if (!is_in_view(at)) return;
        const QFontMetrics metrics(m_painter.font());
        QRect box(0, 0, metrics.horizontalAdvance(text) + 10, metrics.height());
        box.moveBottom(band.top() - 5);
        box.moveLeft(m_view.column(static_cast<double>(at)) + 6);
        if (box.right() > m_view.frame.right())
            box.moveRight(m_view.column(static_cast<double>(at)) - 6);
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
};

}  // namespace

TimelineSelection selection_of(const Timeline& timeline, const RequestRef& request) {
    TimelineSelection selection{request, timeline.lane_of(request), timeline.spans(request), {}};
    const RequestRow* row = timeline.request(request);
    if (row && row->read_returned != not_taken && row->header != not_taken)
        selection.call = call_ended_near(timeline, request.stream, row->read_returned, row->header);
    return selection;
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
    selected.connect_call();
}

}  // namespace stallscope::app
