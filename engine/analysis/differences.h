// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/results.h"
#include "analysis/run_facts.h"
#include "plan/experiment.h"

namespace stallscope {

/// What was measured of one stream in one cell, as far as it speaks of how the cell was set up.
struct CellFacts {
    std::string cell, stream;
    DeviceFacts device;
    bool device_known = false;
    std::int64_t requests = 0;     ///< counted requests (calls for a loop)
    std::int64_t with_header = 0;  ///< whose reply was read from a connection
    Summary calls_ms, relock_ms;
};

/// For each pair of cells everything that is declared different, with what was measured of it, and
/// facts that differ although nothing declares it (those have an empty `declared`).
std::vector<Difference> differences_of(const Experiment& experiment,
                                       const std::vector<CellFacts>& facts);

}  // namespace stallscope
