// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/addendum.h"
#include "record/run_file.h"

namespace stallscope {

/// The fact under which the addendum of that number lies, counted from 1: "addendum/1".
std::string addendum_key(std::size_t number);

/// The addenda of a run in the order in which they were added; empty when it has none. Error: kind
/// stale for one that does not fit the sealed experiment.
Result<std::vector<Addendum>> addenda_of(const RunReader& run, const Experiment& sealed);

}  // namespace stallscope
