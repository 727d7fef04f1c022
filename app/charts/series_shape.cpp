// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series_shape.h"

#include <qcustomplot.h>

#include <array>
#include <cmath>

namespace stallscope::app {
namespace {

constexpr std::array<QCPScatterStyle::ScatterShape, 7> shapes = {
    QCPScatterStyle::ssDisc,    QCPScatterStyle::ssTriangle, QCPScatterStyle::ssSquare,
    QCPScatterStyle::ssDiamond, QCPScatterStyle::ssCross,    QCPScatterStyle::ssPlus,
    QCPScatterStyle::ssCircle};

QPixmap stamp(const QCPScatterStyle& style, double size, double ratio) {
    const int side = static_cast<int>(std::ceil(size)) + 4;
    QPixmap pixmap(QSize(side, side) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QCPPainter painter(&pixmap);
    painter.setAntialiasing(true);
    style.applyTo(&painter, style.pen());
    style.drawShape(&painter, side / 2.0, side / 2.0);
    return pixmap;
}

}  // namespace

QCPScatterStyle series_shape(int n, const QColor& colour, double size) {
    const auto shape = shapes[static_cast<std::size_t>(n) % shapes.size()];
    const bool is_filled = shape != QCPScatterStyle::ssCircle;
    return {shape, QPen(colour, 1.2), is_filled ? QBrush(colour) : QBrush(Qt::NoBrush), size};
}

void draw_shapes(QCPPainter& painter, int n, const QColor& colour, const QVector<QPointF>& points,
                 double size) {
    const QCPScatterStyle style = series_shape(n, colour, size);
    if (painter.modes().testFlag(QCPPainter::pmVectorized)) {
        style.applyTo(&painter, style.pen());
        for (const QPointF& point : points) style.drawShape(&painter, point);
        return;
    }
    const QPixmap pixmap = stamp(style, size, painter.device()->devicePixelRatioF());
    const double half = pixmap.deviceIndependentSize().width() / 2;
    for (const QPointF& point : points) {
        painter.drawPixmap(point - QPointF(half, half), pixmap);
    }
}

}  // namespace stallscope::app
