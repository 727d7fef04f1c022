// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPalette>
#include <array>

#include "charts/series_key.h"
#include "core/timeline_kind.h"

namespace stallscope::app {

/// How a kind of span looks: its colour, and a hatch over it, so that colour is not alone.
struct TimelineStyle {
    QColor fill;
    QBrush hatch;  ///< Qt::NoBrush: plain
    QColor ink;    ///< for text on it
};

/// By kind, for this palette.
std::array<TimelineStyle, timeline_kind_count> timeline_styles(const QPalette& palette);

/// What the kind's colour stands for, for the legend.
SeriesKey timeline_key(TimelineKind kind, const TimelineStyle& style, const QPalette& palette);

}  // namespace stallscope::app
