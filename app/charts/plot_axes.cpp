// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/plot_axes.h"

#include <qcustomplot.h>

namespace stallscope::app {

AxisRange range_of(const QCPAxis& axis) {
    return {axis.range().lower, axis.range().upper, axis.scaleType() == QCPAxis::stLogarithmic};
}

void set_range(QCPAxis& axis, const AxisRange& range) {
    if (is_drawable(range)) axis.setRange(range.low, range.high);
}

}  // namespace stallscope::app
