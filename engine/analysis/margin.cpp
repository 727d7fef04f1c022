// SPDX-License-Identifier: Apache-2.0
#include "analysis/margin.h"

#include <cmath>

namespace stallscope {
namespace {

std::optional<Margin> finite(double value, bool mirrored = false) {
    return std::isfinite(value) ? std::optional(Margin{value, mirrored}) : std::nullopt;
}

}  // namespace

std::optional<Margin> margin(MarginForm form, CostScale kind, double bound) {
    const bool raw = kind == CostScale::raw;
    const bool rate = kind == CostScale::rate;
    // ln of the ratio at 1 + p and at 1 − p; log1p of −1 or less is infinite or no number.
    const double up = std::log1p(bound);
    const double down = std::log1p(-bound);
    switch (form) {
        case MarginForm::worse_by_less_than:
            return finite(raw ? bound : rate ? -down : up);
        case MarginForm::better_by_at_least:
            return finite(raw ? -bound : rate ? -up : down);
        case MarginForm::at_least_times:
            return raw ? std::nullopt : finite(-std::log(bound));
        // The metric's ratio stays below 1 + p: for a rate, whose cost is −ln, that is the lower
        // end of the cost.
        case MarginForm::within_upper:
            return finite(raw ? bound : up, rate);
        case MarginForm::within_lower:
            return finite(raw ? bound : -down, !rate);
        case MarginForm::gap_closed_at_least:
        case MarginForm::at_least:
            return finite(-bound, true);
        case MarginForm::at_most:
            return finite(bound);
    }
    return std::nullopt;
}

std::optional<double> gap_closed(double from, double to, double cell) {
    const double gap = from - to;
    const double closed = (from - cell) / gap;
    return gap == 0 || !std::isfinite(closed) ? std::nullopt : std::optional(closed);
}

}  // namespace stallscope
