// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/timeline.h"

namespace stallscope::app {

/// A reading of the machine as a band under the lanes.
struct TimelineBand {
    QString title;                 ///< "other load"
    QString unit;                  ///< "cores"
    std::vector<std::int64_t> at;  ///< ascending, ns from the window's start
    std::vector<double> value;     ///< in force until the next one
    double top = 1;                ///< value at the band's upper edge

    std::optional<double> value_at(std::int64_t ns) const;  ///< none before the first reading
};

/// Where a lane or a band stands on the vertical axis, which counts rows from the top.
struct TimelineRow {
    double centre = 0, half_height = 0;
    int lane = -1;  ///< place in Timeline::lanes
    int band = -1;  ///< place in TimelineRows::bands
};

/// The rows of a timeline chart from top to bottom: lanes stream by stream with a gap between
/// streams, then the bands.
struct TimelineRows {
    std::vector<TimelineRow> rows;
    std::vector<TimelineBand> bands;
    double height = 1;  ///< of everything, in rows

    const TimelineRow* at(double y) const;       ///< nullptr between rows
    const TimelineRow* of_lane(int lane) const;  ///< nullptr when there is none
};

TimelineRows timeline_rows(const Timeline& timeline);

}  // namespace stallscope::app
