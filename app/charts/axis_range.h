// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace stallscope::app {

/// What an axis shows, and the arithmetic of zooming and panning. On a logarithmic axis everything
/// is done in decades; its ends are above zero.
struct AxisRange {
    double low = 0, high = 1;
    bool log = false;

    bool operator==(const AxisRange&) const = default;
};

/// Whether it can be drawn: finite, low before high with digits to spare, positive where log.
bool is_drawable(const AxisRange& range);

/// Where a value lies: 0 at the low end, 1 at the high end, beyond that outside.
double share_of(const AxisRange& range, double value);
/// The value at a share of the range; the inverse of share_of().
double value_at(const AxisRange& range, double share);

/// Shows `factor` times as much (below 1: less) and keeps `anchor` where it is. Unchanged where the
/// result could not be drawn.
AxisRange zoomed(const AxisRange& range, double anchor, double factor);
/// Moved by a share of its own length, to higher values where positive.
AxisRange panned(const AxisRange& range, double share);
/// From one value to another, in either order. Unchanged where the result could not be drawn.
AxisRange between(const AxisRange& range, double a, double b);

/// Low … high with `padding` of its length added at both ends; a single value gets room around it.
/// Without a value that can be drawn: 0 … 1, or 0.1 … 10 where log.
AxisRange fitted(double low, double high, bool log, double padding = 0.04);

}  // namespace stallscope::app
