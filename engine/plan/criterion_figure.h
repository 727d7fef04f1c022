// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/experiment.h"
#include "plan/faults.h"

namespace stallscope {

/// Whether the criterion's figure can exist in its cell, and in the one it is compared with: the
/// cell is measured in the condition, the stream runs there and answers requests, and the leg is
/// stamped. Every name of the criterion refers to something; it stands at `pointer`.
void check_figure_exists(const Criterion& criterion, const std::string& pointer,
                         const Experiment& experiment, Faults& faults);

}  // namespace stallscope
