// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/noise_bank.h"
#include "plan/experiment.h"

namespace stallscope {

/// What the planned cycles can resolve of one criterion in one condition: said before the run,
/// step 7 of the algorithm.
struct PlannedResolution {
    std::string criterion, condition;
    Resolvable state = Resolvable::no_bank;
    std::optional<double> margin, half_width, d80;  ///< judged scale: logs
    std::optional<int> cycles_to_resolve;           ///< where it is flagged
    std::optional<int> cycles_for_power;            ///< where it is flagged or of low power
    std::string says;                               ///< one sentence for people
};

/// One entry per comparison and condition, and one for each tail whose requests will be too few:
/// their number is reckoned from the window and the length that the workload is asked for.
std::vector<PlannedResolution> planned_resolution(const Experiment& experiment,
                                                  const NoiseBank& bank);

}  // namespace stallscope
