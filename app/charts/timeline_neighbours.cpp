// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_neighbours.h"

#include <algorithm>

#include "charts/series_style.h"

namespace stallscope::app {
namespace {

constexpr int narrowest_px = 2;
constexpr int room_px = 6;  ///< around a name

}  // namespace

TimelineNeighbours::TimelineNeighbours(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

const VisitNeighbour* TimelineNeighbours::at(double x) const {
    return around(x, x);
}

const VisitNeighbour* TimelineNeighbours::around(double low, double high) const {
    const auto found = std::find_if(visits.begin(), visits.end(), [&](const auto& visit) {
        return low >= visit.begin_s && high <= visit.end_s;
    });
    return found == visits.end() ? nullptr : &*found;
}

double TimelineNeighbours::selectTest(const QPointF& /*pos*/, bool /*only_selectable*/,
                                      QVariant* /*details*/) const {
    return -1;
}

void TimelineNeighbours::draw(QCPPainter* painter) {
    const QPalette palette = parentPlot()->palette();
    const QRect frame = parentPlot()->axisRect()->rect();
    const QCPAxis& x = *parentPlot()->xAxis;
    const QFontMetrics metrics(painter->font());
    for (const VisitNeighbour& visit : visits) {
        const double left = x.coordToPixel(visit.begin_s), right = x.coordToPixel(visit.end_s);
        if (right < frame.left() || left > frame.right()) continue;
        const int from = static_cast<int>(std::max(left, frame.left() - 1.0));
        const int to = static_cast<int>(std::min(right, frame.right() + 1.0));
        const QRect block(from, frame.top(), std::max(narrowest_px, to - from), frame.height());
        QColor fill = series_colour(visit.cell, palette);
        fill.setAlphaF(0.22F);
        painter->fillRect(block, fill);
        if (metrics.horizontalAdvance(visit.title) + 2 * room_px > block.width()) continue;
        painter->setPen(palette.color(QPalette::Text));
        painter->drawText(block.adjusted(room_px, room_px, -room_px, -room_px),
                          Qt::AlignHCenter | Qt::AlignTop, visit.title);
    }
}

}  // namespace stallscope::app
