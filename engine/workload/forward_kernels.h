// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace stallscope::opencl {

/// Which text the forward is compiled from. Both compute the same layer from the same buffers.
enum class KernelPath {
    register_blocks,  ///< CPU-type devices: 4 × 16 results in registers, one work-item a group
    local_tiles,      ///< GPU-type devices: 16 × 16 results a group, tiles in local memory
};

/// OpenCL C 1.2. Split into parts, because a compiler need not take a long literal.
const char* register_block_source();
const char* local_tile_source();

/// The nine kernels of one layer, in order. Residual stream x, S tokens × H:
///
/// | kernel      | result                                              |
/// |-------------|-----------------------------------------------------|
/// | norm        | n = (x − mean) / deviation, per token               |
/// | project     | q, k, v = n · Wqkv; k is stored in panels           |
/// | scores      | p = q · kᵀ / 8, per head of 64                      |
/// | softmax     | p = softmax of each row of p                        |
/// | blend       | n = p · v, per head                                 |
/// | out         | x = x + n · Wout                                    |
/// | norm        | n = (x − mean) / deviation                          |
/// | expand      | f = GELU(n · Wup), S × 4H                           |
/// | contract    | x = x + f · Wdown                                   |
inline constexpr std::array kernel_names{"norm", "project", "scores", "softmax", "blend",
                                         "out",  "norm",    "expand", "contract"};

}  // namespace stallscope::opencl
