// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "charts/timeline_rows.h"
#include "charts/timeline_view.h"

namespace stallscope::app {

/// What frames the lanes: the window, its parts, what was before and after it.
void paint_window(QPainter& painter, const VisitFrame& frame, const TimelineView& view);

/// A reading of the machine as steps from the band's lower edge, each until the next reading.
void paint_band(QPainter& painter, const TimelineBand& band, const QRect& room,
                const TimelineView& view);

}  // namespace stallscope::app
