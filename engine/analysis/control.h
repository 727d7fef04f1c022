// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analysis/contrast.h"

namespace stallscope {

// Step 8: A against its duplicate A2. Whoever finds a difference there finds it in identical code.

enum class ControlState {
    passed,   ///< no difference
    widen,    ///< a difference of at most a quarter of the margin: intervals grow by it
    invalid,  ///< a larger one: the comparisons it controls mean nothing
};
/// "passed", "widen", "invalid".
std::string_view to_text(ControlState state);

struct Control {
    double p = 1;         ///< two-sided
    double adjusted = 1;  ///< by Holm over all controls of the run
    ControlState state = ControlState::passed;
    bool informative = false;  ///< |θ̂| + t(0.95, ν)·SE < |M|/2: it could have found something
    double widen_by = 0;       ///< |θ̂| in state widen, else 0
};

/// Holm's level over the controls of a run.
inline constexpr double control_level = 0.01;

/// Contrasts A2 − A, one per (stream, condition, metric, statistic) that a comparative criterion
/// uses, and the smallest margin |M| among those criteria, in step.
std::vector<Control> control(std::span<const Estimate> contrasts, std::span<const double> margins);

}  // namespace stallscope
