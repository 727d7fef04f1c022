// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "workload/forward_shape.h"

namespace stallscope {

/// One of a layer's four matrices, `rows` × `columns`, applied as row vector times matrix.
struct WeightMatrix {
    int rows = 0;
    int columns = 0;
    std::uint64_t seed = 0;  ///< fixed by layer and matrix
    float scale = 1;         ///< keeps activations of order one

    /// Element (row, column): depends on the seed and the place only.
    float at(int row, int column) const;
};

enum class Matrix { project, out, expand, contract };

/// The matrix of one layer (from 0). Products have variance about 1; those that are added to the
/// residual stream are smaller by √(2L), so that the stream stays of order one at any depth.
WeightMatrix weight_matrix(const ForwardShape& shape, int layer, Matrix which);

/// Place of a matrix in a layer's weights, in floats.
std::size_t weight_offset(const ForwardShape& shape, Matrix which);

/// All weights of a layer as the kernels read them: panels of 16 columns, in a panel row by row.
std::vector<float> packed_layer(const ForwardShape& shape, int layer);

/// The request's input, S × H, mean 0 and variance 1.
void fill_input(std::uint64_t seed, std::span<float> input);

}  // namespace stallscope
