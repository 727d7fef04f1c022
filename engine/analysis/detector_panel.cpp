// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_panel.h"

#include <algorithm>
#include <iterator>

#include "analysis/detector_carry_over.h"
#include "analysis/detector_course.h"
#include "analysis/detector_cycles.h"
#include "analysis/detector_errors.h"
#include "analysis/detector_growth.h"
#include "analysis/detector_legs.h"
#include "analysis/detector_load.h"
#include "analysis/detector_modes.h"
#include "analysis/detector_order.h"
#include "analysis/detector_requests.h"
#include "analysis/detector_shift.h"
#include "analysis/detector_suspicions.h"
#include "analysis/detector_window.h"

namespace stallscope {

std::vector<Finding> detect(const DetectorInput& input) {
    const auto groups = groups_of(input);
    const auto series = series_of(groups);
    std::vector<Suspicion> all;
    const auto take = [&](std::vector<Suspicion> found) {
        std::move(found.begin(), found.end(), std::back_inserter(all));
    };
    take(look_for_fixed_order(input.experiment));
    take(look_for_drift(groups));
    take(look_for_warm_up(groups));
    take(look_for_odd_cycles(groups, input.pairs));
    take(look_for_carry_over(series));
    take(look_for_unequal_load(groups, input.pairs));
    take(look_for_moved_legs(groups, input.pairs, input.experiment));
    take(look_for_unequal_errors(input.errors, input.pairs));
    take(look_for_heavy_tails(groups, input.pairs));
    take(look_for_growth(input.signals));
    take(look_for_coarse_values(groups, input.clock_resolution_ns));
    take(look_for_shift(groups));
    take(look_for_run_shift(series));
    take(look_for_run_drift(series));
    take(look_for_modes(groups));
    take(look_for_dependence(groups));
    take(look_for_frequency(input.signals));
    auto findings = summarised(all);
    std::stable_partition(findings.begin(), findings.end(),
                          [](const Finding& finding) { return finding.severity == "warns"; });
    return findings;
}

}  // namespace stallscope
