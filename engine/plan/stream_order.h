// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// Every stream that a condition names, in the order in which the conditions name them first.
std::vector<std::string> streams_in_order(const Experiment& experiment);

}  // namespace stallscope
