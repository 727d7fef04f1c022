// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/workload_spec.h"

namespace stallscope {

/// The streams at the top level, by name: whether the stream's own length is measured. A measured
/// length may name those where it is not.
using TopLevelStreams = std::map<std::string, bool>;

/// Reads a workload object; pointers start at `pointer`. `streams`: those that a measured length
/// may name; nullptr reads a workload on its own, where a size that was found may stand beside its
/// `target_ms`.
Workload read_workload(const Json& value, const std::string& pointer,
                       const TopLevelStreams* streams, Faults& faults);

/// The workload with its defaults written out.
Json workload_document(const Workload& workload);

}  // namespace stallscope
