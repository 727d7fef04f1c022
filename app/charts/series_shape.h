// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QVector>

class QCPPainter;
class QCPScatterStyle;

namespace stallscope::app {

/// The mark of the nth series: a shape of its own, so that colour is never the only difference.
QCPScatterStyle series_shape(int n, const QColor& colour, double size = 6);

/// Draws the nth mark at all points. On screens and in pictures from one stamp that is drawn once;
/// in SVG and PDF as drawings.
void draw_shapes(QCPPainter& painter, int n, const QColor& colour, const QVector<QPointF>& points,
                 double size = 5);

}  // namespace stallscope::app
