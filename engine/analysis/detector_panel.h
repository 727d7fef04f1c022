// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/detector_input.h"
#include "analysis/results.h"

namespace stallscope {

/// All detectors of the algorithm's table on one run. Each fires in at most 1 % of clean runs: its
/// level is 0.01 over the number of tests it makes here, and what it finds must matter as well (a
/// size in the table). Signals of the measured streams never block. What warns comes first, then
/// notes; at most one finding per (detector, cell, condition, stream).
std::vector<Finding> detect(const DetectorInput& input);

}  // namespace stallscope
