// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPalette>
#include <QRect>
#include <QRectF>
#include <cmath>
#include <cstdint>

#include "charts/timeline_rows.h"

namespace stallscope::app {

/// The mapping of a timeline chart at one moment: ns ↔ pixels across, rows ↔ pixels down.
struct TimelineView {
    QRect frame;  ///< of the axes, pixels
    double from_ns = 0, to_ns = 1;
    double rows_low = 0, rows_high = 1;
    QPalette palette;

    double ns_per_pixel() const { return (to_ns - from_ns) / frame.width(); }
    double x(double ns) const { return frame.left() + (ns - from_ns) / ns_per_pixel(); }
    double y(double row) const {
        return frame.top() + (row - rows_low) / (rows_high - rows_low) * frame.height();
    }
    /// The whole pixel where a moment lies; outside the frame its edge, give or take a pen.
    int column(double ns) const {
        return static_cast<int>(
            std::lround(std::clamp(x(ns), frame.left() - 4.0, frame.right() + 5.0)));
    }
    QRect band(const TimelineRow& row) const {
        const int top = static_cast<int>(std::lround(y(row.centre - row.half_height)));
        const int bottom = static_cast<int>(std::lround(y(row.centre + row.half_height)));
        return {frame.left(), top, frame.width(), std::max(2, bottom - top)};
    }
};

}  // namespace stallscope::app
