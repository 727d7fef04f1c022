// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_markers.h"

#include <QFontMetrics>

namespace stallscope::app {

ChartMarkers::ChartMarkers(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setClipToAxisRect(false);
    setSelectable(false);
    plot->addLayer(QStringLiteral("cursor"), plot->layer(QStringLiteral("overlay")));
    setLayer(QStringLiteral("cursor"));
    layer()->setMode(QCPLayer::lmBuffered);
}

void ChartMarkers::draw_soon() {
    layer()->replot();
}

double ChartMarkers::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void ChartMarkers::draw_line(QCPPainter* painter, double x, const QString& flag) const {
    const QRect frame = parentPlot()->axisRect()->rect();
    const double at = parentPlot()->xAxis->coordToPixel(x);
    if (!(at >= frame.left() && at <= frame.right() + 1)) return;
    const QColor ink = parentPlot()->palette().color(QPalette::Text);
    QPen pen(ink, 1, flag.isEmpty() ? Qt::SolidLine : Qt::DashLine);
    painter->setAntialiasing(false);
    painter->setPen(pen);
    painter->drawLine(QLineF(at, frame.top(), at, frame.bottom()));
    if (flag.isEmpty()) return;
    const QFontMetrics metrics(parentPlot()->font());
    const QRect box(static_cast<int>(at) + 1, frame.bottom() - metrics.height(),
                    metrics.horizontalAdvance(flag) + 8, metrics.height());
    painter->fillRect(box, ink);
    painter->setPen(parentPlot()->palette().color(QPalette::Base));
    painter->setFont(parentPlot()->font());
    painter->drawText(box, Qt::AlignCenter, flag);
}

// In the corner that is further from the cursor, so that it never lies over what it tells.
void ChartMarkers::draw_read_out(QCPPainter* painter, const QString& text) const {
    if (text.isEmpty()) return;
    const QFont font = parentPlot()->font();
    const QFontMetrics metrics(font);
    const QRect frame = parentPlot()->axisRect()->rect();
    const QRect inner = frame.adjusted(6, 6, -6, -6);
    QRect box = metrics.boundingRect(inner, Qt::AlignLeft | Qt::AlignTop, text);
    box.adjust(-6, -4, 6, 4);
    const double at = cursor ? parentPlot()->xAxis->coordToPixel(*cursor) : frame.left();
    const bool to_right = at < frame.center().x();
    box.moveTop(inner.top());
    if (to_right) {
        box.moveRight(inner.right());
    } else {
        box.moveLeft(inner.left());
    }
    QColor paper = parentPlot()->palette().color(QPalette::Base);
    paper.setAlphaF(0.9F);
    painter->setAntialiasing(false);
    painter->setPen(QPen(parentPlot()->palette().color(QPalette::Mid), 1));
    painter->setBrush(paper);
    painter->drawRect(box);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(parentPlot()->palette().color(QPalette::Text));
    painter->setFont(font);
    painter->drawText(box.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, text);
}

void ChartMarkers::draw(QCPPainter* painter) {
    if (!parentPlot()->axisRect() || !parentPlot()->axisRect()->visible()) return;
    if (a) draw_line(painter, *a, QStringLiteral("A"));
    if (b) draw_line(painter, *b, QStringLiteral("B"));
    if (cursor && shows_cursor) draw_line(painter, *cursor, {});
    const bool tells = (cursor && shows_cursor) || a || b;
    if (tells && read_out) draw_read_out(painter, read_out());
}

}  // namespace stallscope::app
