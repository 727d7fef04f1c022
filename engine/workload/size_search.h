// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "workload/forward_shape.h"
#include "workload/workload.h"

namespace stallscope {

/// Calls each shape `calls` times, in turns, and returns the median of every one in ms.
using MeasureShapes =
    std::function<Result<std::vector<double>>(const std::vector<ForwardShape>& shapes, int calls)>;

/// Finds the forward whose call takes about `target_ms`. Every width is tried with two layers,
/// which tells the cost of one; the three that promise to come closest are then measured in turns,
/// so that whatever the machine does meanwhile meets all of them alike. Error: the measurement's
/// own.
Result<ForwardSize> search_size(int sequence, double target_ms, const MeasureShapes& measure);

}  // namespace stallscope
