// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>

#include "charts/chart.h"

class QTimer;
class QToolButton;

namespace stallscope::app {

class ChartGestures;
class ChartHeader;
class ChartMarkers;
class EmptyText;

/// What a Chart consists of.
struct Chart::State {
    QString title;
    XAxis x_axis = XAxis::other;
    ThemedPlot* plot = nullptr;
    ChartGestures* gestures = nullptr;  ///< the plot's, as the next three
    ChartHeader* header = nullptr;
    EmptyText* empty_text = nullptr;
    ChartMarkers* markers = nullptr;
    QToolButton* follow_button = nullptr;
    QTimer* summary_timer = nullptr;
    QElapsedTimer since_summary;
    bool follows = true;
};

}  // namespace stallscope::app
