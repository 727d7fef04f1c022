// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_item.h"

#include <algorithm>

#include "charts/timeline_lane_painter.h"
#include "charts/timeline_surroundings.h"

namespace stallscope::app {

TimelineItem::TimelineItem(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setClipToAxisRect(true);
    setClipAxisRect(plot->axisRect());
    setSelectable(false);
}

double TimelineItem::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

TimelineView TimelineItem::view() const {
    TimelineView view;
    view.frame = parentPlot()->axisRect()->rect();
    view.from_ns = parentPlot()->xAxis->range().lower * 1e9;
    view.to_ns = parentPlot()->xAxis->range().upper * 1e9;
    view.rows_low = parentPlot()->yAxis->range().lower;
    view.rows_high = parentPlot()->yAxis->range().upper;
    view.palette = parentPlot()->palette();
    return view;
}

bool TimelineItem::shows_shares() const {
    return timeline && std::any_of(timeline->lanes.begin(), timeline->lanes.end(),
                                   [view = view()](const TimelineLane& lane) {
                                       return app::shows_shares(lane, view);
                                   });
}

void TimelineItem::draw(QCPPainter* painter) {
    if (!timeline || !parentPlot()->axisRect()->visible()) return;
    const TimelineView seen = view();
    if (seen.frame.width() <= 0) return;
    painter->setAntialiasing(false);
    painter->setFont(parentPlot()->font());
    paint_window(*painter, timeline->frame, seen);
    if (selection) paint_wait(*painter, *selection, rows, seen);
    for (const TimelineRow& row : rows.rows) {
        if (row.lane >= 0) {
            paint_lane(*painter, timeline->lanes[static_cast<std::size_t>(row.lane)],
                       seen.band(row), seen, styles);
        } else {
            paint_band(*painter, rows.bands[static_cast<std::size_t>(row.band)], seen.band(row),
                       seen);
        }
    }
    if (selection) paint_selection(*painter, *selection, *timeline, rows, seen);
}

}  // namespace stallscope::app
