// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_range.h"

#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

// A double has 16 digits: below this share of its place a range has too few for ticks.
constexpr double shortest = 1e-12;

double to_scale(const AxisRange& range, double value) {
    return range.log ? std::log10(value) : value;
}

AxisRange from_scale(const AxisRange& range, double low, double high) {
    if (range.log) return {std::pow(10.0, low), std::pow(10.0, high), true};
    return {low, high, false};
}

AxisRange or_unchanged(const AxisRange& wanted, const AxisRange& range) {
    return is_drawable(wanted) ? wanted : range;
}

}  // namespace

bool is_drawable(const AxisRange& range) {
    if (!std::isfinite(range.low) || !std::isfinite(range.high)) return false;
    if (range.log && range.low <= 0) return false;
    const double furthest = std::max(std::abs(range.low), std::abs(range.high));
    return range.high - range.low > shortest * furthest;
}

double share_of(const AxisRange& range, double value) {
    const double low = to_scale(range, range.low);
    return (to_scale(range, value) - low) / (to_scale(range, range.high) - low);
}

double value_at(const AxisRange& range, double share) {
    const double low = to_scale(range, range.low);
    const double value = low + share * (to_scale(range, range.high) - low);
    return range.log ? std::pow(10.0, value) : value;
}

AxisRange zoomed(const AxisRange& range, double anchor, double factor) {
    if (range.log && anchor <= 0) return range;
    const double fixed = to_scale(range, anchor);
    const double low = to_scale(range, range.low);
    const double high = to_scale(range, range.high);
    return or_unchanged(
        from_scale(range, fixed + (low - fixed) * factor, fixed + (high - fixed) * factor), range);
}

AxisRange panned(const AxisRange& range, double share) {
    const double low = to_scale(range, range.low);
    const double high = to_scale(range, range.high);
    const double step = share * (high - low);
    return or_unchanged(from_scale(range, low + step, high + step), range);
}

AxisRange between(const AxisRange& range, double a, double b) {
    return or_unchanged({std::min(a, b), std::max(a, b), range.log}, range);
}

AxisRange fitted(double low, double high, bool log, double padding) {
    const AxisRange nothing = log ? AxisRange{0.1, 10, true} : AxisRange{0, 1, false};
    if (!std::isfinite(low) || !std::isfinite(high) || low > high) return nothing;
    if (log && high <= 0) return nothing;
    if (log && low <= 0) low = high / 1000;
    if (!is_drawable({low, high, log})) {
        const double room = log ? 0 : std::max(std::abs(low) * 0.1, 1e-3);
        return log ? AxisRange{low / 2, high * 2, true} : AxisRange{low - room, high + room, false};
    }
    const AxisRange exact{low, high, log};
    const double from = to_scale(exact, low);
    const double to = to_scale(exact, high);
    const double room = padding * (to - from);
    return or_unchanged(from_scale(exact, from - room, to + room), exact);
}

}  // namespace stallscope::app
