// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series_points.h"

#include <cmath>

#include "charts/series_shape.h"
#include "charts/series_style.h"

namespace stallscope::app {

SeriesPoints::SeriesPoints(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

double SeriesPoints::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

std::size_t SeriesPoints::in_view() const {
    const QCPRange range = parentPlot()->xAxis->range();
    std::size_t n = 0;
    for (const TimeSeries* one : series) {
        const auto [first, last] = one->places(range.lower, range.upper);
        n += last - first;
    }
    return n;
}

void SeriesPoints::draw_marks(QCPPainter* painter, int n) const {
    const TimeSeries& one = *series[static_cast<std::size_t>(n)];
    const QCPRange range = parentPlot()->xAxis->range();
    const auto [first, last] = one.places(range.lower, range.upper);
    QVector<QPointF> points;
    for (std::size_t i = first; i < last; ++i) {
        if (std::isnan(one.y(i))) continue;
        points.append({parentPlot()->xAxis->coordToPixel(one.x(i)),
                       parentPlot()->yAxis->coordToPixel(one.y(i))});
    }
    draw_shapes(*painter, n, series_colour(n, parentPlot()->palette()), points);
}

void SeriesPoints::draw_columns(QCPPainter* painter, int n) const {
    const TimeSeries& one = *series[static_cast<std::size_t>(n)];
    const QCPAxis& x = *parentPlot()->xAxis;
    const QCPAxis& y = *parentPlot()->yAxis;
    QVector<QLineF> lines;
    for (const EnvelopeColumn& column :
         one.envelope(x.range().lower, x.range().upper, parentPlot()->axisRect()->width())) {
        const double at = x.coordToPixel(column.x);
        const double bottom = y.coordToPixel(column.y.low);
        // A column of one value is still seen.
        lines.append({at, bottom, at, std::min(y.coordToPixel(column.y.high), bottom - 1)});
    }
    painter->setAntialiasing(false);
    painter->setPen(QPen(series_colour(n, parentPlot()->palette()), 1));
    painter->drawLines(lines);
}

void SeriesPoints::draw(QCPPainter* painter) {
    const bool few = in_view() <= most_marks;
    for (int n = 0; n < static_cast<int>(series.size()); ++n) {
        few ? draw_marks(painter, n) : draw_columns(painter, n);
    }
}

}  // namespace stallscope::app
