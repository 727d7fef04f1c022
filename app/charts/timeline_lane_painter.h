// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <array>

#include "charts/timeline_style.h"
#include "charts/timeline_view.h"
#include "core/timeline.h"

namespace stallscope::app {

/// Whether a lane has more spans in view than it can show one by one.
bool shows_shares(const TimelineLane& lane, const TimelineView& view);

/// Draws one lane into its band of pixels.
void paint_lane(QPainter& painter, const TimelineLane& lane, const QRect& band,
                const TimelineView& view,
                const std::array<TimelineStyle, timeline_kind_count>& styles);

/// The part of a lane's band in which the spans of this kind stand: all of it, or the lower half
/// for calls inside others.
QRect band_of_kind(TimelineKind kind, const QRect& band);

}  // namespace stallscope::app
