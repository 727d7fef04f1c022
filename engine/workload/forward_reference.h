// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "workload/forward_shape.h"

namespace stallscope {

/// The forward on input `seed` in double precision on the calling thread, S × H: what a device's
/// answer is held against. About 2 GFLOP/s.
std::vector<double> reference_forward(const ForwardShape& shape, std::uint64_t seed);

}  // namespace stallscope
