// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_lane_painter.h"

#include <QFontMetrics>
#include <QVarLengthArray>

#include "core/coverage_columns.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

using Styles = std::array<TimelineStyle, timeline_kind_count>;

/// From the bottom up in a column of shares: the waits first, on one base line.
constexpr std::array<TimelineKind, timeline_kind_count - 1> stacked = {
    TimelineKind::lock_wait,   TimelineKind::not_reading, TimelineKind::body,
    TimelineKind::return_leg,  TimelineKind::transit,     TimelineKind::decode,
    TimelineKind::resolve,     TimelineKind::service,     TimelineKind::call,
    TimelineKind::reply_write, TimelineKind::dispatch,    TimelineKind::forward,
    TimelineKind::request,     TimelineKind::queued};

class LanePainter {
public:
    LanePainter(QPainter& painter, const TimelineLane& lane, const QRect& band,
                const TimelineView& view, const Styles& styles)
        : m_painter(painter), m_lane(lane), m_band(band), m_view(view), m_styles(styles) {}

    // What is thinner than half a pixel gets a whole one, and gives way to what fills its pixels.
    void paint_spans() {
        for (const bool thin : {true, false}) {
            for (std::size_t kind = 0; kind < timeline_kind_count; ++kind) {
                const SpanList& list = m_lane.spans[kind];
                const SpanList::Places places =
                    list.between(static_cast<std::int64_t>(m_view.from_ns),
                                 static_cast<std::int64_t>(m_view.to_ns));
                paint_kind(static_cast<TimelineKind>(kind), list, places, thin);
            }
        }
    }

    void paint_shares() {
        const CoverageColumns columns =
            coverage_columns(m_lane, static_cast<std::int64_t>(m_view.from_ns),
                             static_cast<std::int64_t>(m_view.to_ns), m_band.width());
        std::vector<float> base(static_cast<std::size_t>(columns.count), 0);
        for (const TimelineKind kind : stacked) paint_column(columns, kind, base, m_band);
        std::fill(base.begin(), base.end(), 0.0F);
        paint_column(columns, TimelineKind::native, base,
                     band_of_kind(TimelineKind::native, m_band));
    }

private:
    const TimelineStyle& style(TimelineKind kind) const {
        return m_styles[static_cast<std::size_t>(kind)];
    }

    void fill(TimelineKind kind, const QVector<QRect>& rects) {
        if (rects.isEmpty()) return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(style(kind).fill);
        m_painter.drawRects(rects);
        if (style(kind).hatch.style() == Qt::NoBrush) return;
        m_painter.setBrush(style(kind).hatch);
        m_painter.drawRects(rects);
    }

    void paint_kind(TimelineKind kind, const SpanList& list, const SpanList::Places& places,
                    bool thin) {
        const QRect band = band_of_kind(kind, m_band);
        QVector<QRect> rects;
        QVarLengthArray<std::size_t, 64> wide;
        for (std::size_t place = places.first; place < places.last; ++place) {
            const int left = m_view.column(static_cast<double>(list.start(place)));
            const int right = m_view.column(static_cast<double>(list.end(place)));
            if ((right == left) != thin) continue;
            rects.append(QRect(left, band.top(), std::max(1, right - left), band.height()));
            if (right - left >= text_from) wide.append(place);
        }
        fill(kind, rects);
        for (const std::size_t place : wide) paint_text(kind, list, place, band);
    }

    void paint_text(TimelineKind kind, const SpanList& list, std::size_t place, const QRect& band) {
        const QRect whole(
            QPoint(m_view.column(static_cast<double>(list.start(place))), band.top()),
            QPoint(m_view.column(static_cast<double>(list.end(place))) - 1, band.bottom()));
        const TimelineStyle& look = style(kind);
        m_painter.setPen(m_view.palette.color(QPalette::Base));
        m_painter.drawLine(whole.topLeft(), whole.bottomLeft());
        // What has another span inside writes above it.
        const bool holds = (kind == TimelineKind::service || kind == TimelineKind::call) &&
                           !m_lane.of(TimelineKind::native).empty();
        QRect room = whole & m_view.frame;
        if (holds) room.setBottom(band_of_kind(TimelineKind::native, m_band).top() - 1);
        const QFontMetrics metrics(m_painter.font());
        if (room.height() < metrics.ascent()) return;
        const QString length =
            ms_text(static_cast<double>(list.end(place) - list.start(place)) / 1e6);
        for (const QString& text : {kind_title(kind) + QStringLiteral("  ") + length, length}) {
            const int width = metrics.horizontalAdvance(text);
            if (width + text_margin > room.width()) continue;
            if (look.hatch.style() != Qt::NoBrush) {
                const QRect behind(room.center().x() - width / 2 - 3,
                                   room.center().y() - metrics.height() / 2, width + 6,
                                   metrics.height());
                m_painter.fillRect(behind & room, look.fill);
            }
            m_painter.setPen(look.ink);
            m_painter.drawText(room, Qt::AlignCenter, text);
            return;
        }
    }

    void paint_column(const CoverageColumns& columns, TimelineKind kind, std::vector<float>& base,
                      const QRect& band) {
        if (!columns.has(kind)) return;
        QVector<QRect> rects;
        const auto height = static_cast<float>(band.height());
        for (int column = 0; column < columns.count; ++column) {
            const float share = columns.share(kind, column);
            if (share <= 0) continue;
            float& from = base[static_cast<std::size_t>(column)];
            const float to = std::min(1.0F, from + share);
            const int bottom = static_cast<int>(std::lround(from * height));
            const int top = static_cast<int>(std::lround(to * height));
            from = to;
            if (top <= bottom) continue;
            const QRect rect(band.left() + column, band.bottom() + 1 - top, 1, top - bottom);
            if (!rects.isEmpty() && rects.last().top() == rect.top() &&
                rects.last().height() == rect.height() && rects.last().right() + 1 == rect.left()) {
                rects.last().setRight(rect.left());
            } else {
                rects.append(rect);
            }
        }
        fill(kind, rects);
    }

    static constexpr int text_from = 28;   ///< px: narrower spans carry no text
    static constexpr int text_margin = 4;  ///< px, both sides together

    QPainter& m_painter;
    const TimelineLane& m_lane;
    const QRect m_band;
    const TimelineView& m_view;
    const Styles& m_styles;
};

}  // namespace

QRect band_of_kind(TimelineKind kind, const QRect& band) {
    if (kind != TimelineKind::native) return band;
    return band.adjusted(0, band.height() / 2, 0, -std::min(3, band.height() / 8));
}

bool shows_shares(const TimelineLane& lane, const TimelineView& view) {
    return spans_between(lane, static_cast<std::int64_t>(view.from_ns),
                         static_cast<std::int64_t>(view.to_ns)) >
           static_cast<std::size_t>(view.frame.width());
}

void paint_lane(QPainter& painter, const TimelineLane& lane, const QRect& band,
                const TimelineView& view, const Styles& styles) {
    LanePainter lane_painter(painter, lane, band, view, styles);
    if (shows_shares(lane, view)) {
        lane_painter.paint_shares();
    } else {
        lane_painter.paint_spans();
    }
}

}  // namespace stallscope::app
