// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stallscope::app {

class Chart;

/// Gives the chart its context menu: fit, follow, copy image and data, save as PNG, PDF, SVG, CSV.
/// The entries are the chart's actions(), by objectName "fit", "copy_image", "save_pdf"…
void add_chart_menu(Chart& chart);

}  // namespace stallscope::app
