// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/tail_rows.h"

#include <algorithm>

#include "charts/series_style.h"

namespace stallscope::app {

TailRows::TailRows(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
    setClipToAxisRect(true);
    setClipAxisRect(plot->axisRect());
}

double TailRows::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void TailRows::draw(QCPPainter* painter) {
    const QPalette palette = parentPlot()->palette();
    const QCPAxis* x = parentPlot()->xAxis;
    painter->setAntialiasing(true);
    for (const TailRow& row : rows) {
        const double y = parentPlot()->yAxis->coordToPixel(row.y);
        const double left = x->coordToPixel(row.p50);
        const double right = x->coordToPixel(row.p99.value_or(row.p95.value_or(row.p50)));
        const QColor colour = series_colour(row.colour, palette);
        painter->setPen(series_pen(row.colour, palette, 1.6));
        painter->setBrush(Qt::NoBrush);
        painter->drawLine(QLineF(left, y, right, y));
        painter->setPen(QPen(colour, 1.8));
        if (row.p95) {
            const double at = x->coordToPixel(*row.p95);
            painter->drawLine(QLineF(at, y - 4, at, y + 4));
        }
        if (row.p99) {
            painter->setBrush(palette.color(QPalette::Base));
            painter->drawEllipse(QPointF(right, y), 3.5, 3.5);
        }
        painter->setBrush(colour);
        painter->drawEllipse(QPointF(left, y), 3.5, 3.5);
    }
}

}  // namespace stallscope::app
