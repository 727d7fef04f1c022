// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/axis_range.h"

class QCPAxis;

namespace stallscope::app {

/// The range of an axis as a value, and back. set_range() takes only what can be drawn.
AxisRange range_of(const QCPAxis& axis);
void set_range(QCPAxis& axis, const AxisRange& range);

}  // namespace stallscope::app
