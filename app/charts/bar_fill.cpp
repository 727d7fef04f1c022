// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bar_fill.h"

#include <qcustomplot.h>

namespace stallscope::app {

QColor ink_on(const QColor& colour) {
    const double light = 0.299 * colour.redF() + 0.587 * colour.greenF() + 0.114 * colour.blueF();
    return light > 0.55 ? QColor(Qt::black) : QColor(Qt::white);
}

void fill_bar(QCPPainter& painter, const QRectF& box, const QColor& colour,
              Qt::BrushStyle pattern) {
    painter.setAntialiasing(false);
    painter.fillRect(box, colour);
    if (pattern == Qt::SolidPattern) return;
    QColor lines = ink_on(colour);
    lines.setAlphaF(0.35F);
    painter.fillRect(box, QBrush(lines, pattern));
}

}  // namespace stallscope::app
