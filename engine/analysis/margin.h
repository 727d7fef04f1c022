// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "analysis/half_visit.h"

namespace stallscope {

/// The forms a criterion with an interval may have.
enum class MarginForm {
    worse_by_less_than,   ///< p: at most the share p worse than the other cell
    better_by_at_least,   ///< p: at least the share p better than the other cell
    at_least_times,       ///< r: at least r times as good as the other cell
    within_upper,         ///< p: metric's ratio below 1 + p; one half of "within"
    within_lower,         ///< p: metric's ratio above 1 − p; the other half
    gap_closed_at_least,  ///< p: absolute, on `gap_closed` per cycle
    at_most,              ///< v: absolute, on the raw value
    at_least,             ///< v: absolute, on the raw value
};

/// A margin on the judged scale: the criterion is met when θ < value.
struct Margin {
    double value = 0;
    /// The criterion bounds from below: judge −(cost-scale value) instead of the value.
    bool mirrored = false;
};

/// Step 2. `bound` is the share (0.05 for 5 %), the factor or the raw value. Empty where the form
/// does not fit: a share of 1 or more that would need the logarithm of nothing, a factor ≤ 0, or a
/// relative form on a raw metric other than a plain difference (raw: `bound` is the difference in
/// the metric's own unit, for worse_by_less_than, better_by_at_least and within).
std::optional<Margin> margin(MarginForm form, CostScale kind, double bound);

/// z = (from − cell)/(from − to) of one cycle, on raw visit means: 0 nothing of the gap is closed,
/// 1 all of it. Empty when there is no gap.
std::optional<double> gap_closed(double from, double to, double cell);

}  // namespace stallscope
