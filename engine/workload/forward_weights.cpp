// SPDX-License-Identifier: Apache-2.0
#include "workload/forward_weights.h"

#include <cmath>

#include "workload/seeded_number.h"

namespace stallscope {
namespace {

constexpr int panel_width = 16;
/// Inputs and weights come from sequences that cannot meet: requests' seeds are small numbers.
constexpr std::uint64_t weight_seeds = 0x5741'4954'0000'0000ULL;

void pack(const WeightMatrix& matrix, float* to) {
    for (int panel = 0; panel < matrix.columns; panel += panel_width) {
        for (int row = 0; row < matrix.rows; ++row) {
            for (int i = 0; i < panel_width; ++i) *to++ = matrix.at(row, panel + i);
        }
    }
}

}  // namespace

float WeightMatrix::at(int row, int column) const {
    const auto index = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(columns) +
                       static_cast<std::uint64_t>(column);
    return scale * seeded_unit_variance(seed, index);
}

WeightMatrix weight_matrix(const ForwardShape& shape, int layer, Matrix which) {
    const int h = shape.hidden;
    WeightMatrix matrix;
    matrix.seed =
        weight_seeds + static_cast<std::uint64_t>(layer) * 4 + static_cast<std::uint64_t>(which);
    switch (which) {
        case Matrix::project:
            matrix.rows = h, matrix.columns = 3 * h;
            break;
        case Matrix::out:
            matrix.rows = h, matrix.columns = h;
            break;
        case Matrix::expand:
            matrix.rows = h, matrix.columns = 4 * h;
            break;
        case Matrix::contract:
            matrix.rows = 4 * h, matrix.columns = h;
            break;
    }
    const bool into_residual = which == Matrix::out || which == Matrix::contract;
    const double damping = into_residual ? 2.0 * shape.layers : 1.0;
    matrix.scale = static_cast<float>(1.0 / std::sqrt(matrix.rows * damping));
    return matrix;
}

std::size_t weight_offset(const ForwardShape& shape, Matrix which) {
    const std::size_t square = shape.layer_weights() / 12;
    switch (which) {
        case Matrix::project:
            return 0;
        case Matrix::out:
            return 3 * square;
        case Matrix::expand:
            return 4 * square;
        case Matrix::contract:
            return 8 * square;
    }
    return 0;
}

std::vector<float> packed_layer(const ForwardShape& shape, int layer) {
    std::vector<float> weights(shape.layer_weights());
    for (Matrix which : {Matrix::project, Matrix::out, Matrix::expand, Matrix::contract}) {
        pack(weight_matrix(shape, layer, which), weights.data() + weight_offset(shape, which));
    }
    return weights;
}

void fill_input(std::uint64_t seed, std::span<float> input) {
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = seeded_unit_variance(seed, i);
}

}  // namespace stallscope
