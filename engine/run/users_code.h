// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// What of the user's own this experiment executes: interpreters and callables, one sentence each,
/// in the order of the cells, none twice. Said before anything runs.
std::vector<std::string> users_code(const Experiment& experiment);

}  // namespace stallscope
