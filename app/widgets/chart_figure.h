// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report_content.h"

namespace stallscope::app {

class Chart;

/// Draws a chart for a report, all of its content in view, in both themes and as vectors. `height`
/// in device-independent pixels; every figure has the same width. The values go along as CSV unless
/// they are more than half a MiB. The chart keeps the dark palette.
ReportFigure chart_figure(Chart& chart, const QString& id, int height);

}  // namespace stallscope::app
