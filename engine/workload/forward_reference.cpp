// SPDX-License-Identifier: Apache-2.0
// Written from the formulas, not from the kernels: plain row-major matrices, other loops.
#include "workload/forward_reference.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "workload/forward_weights.h"

namespace stallscope {
namespace {

/// A matrix, row by row.
struct Grid {
    int rows, columns;
    std::vector<double> values;

    Grid(int row_count, int column_count)
        : rows(row_count),
          columns(column_count),
          values(std::size_t(row_count) * std::size_t(column_count)) {}
    double* row(int r) { return values.data() + std::size_t(r) * std::size_t(columns); }
    const double* row(int r) const { return values.data() + std::size_t(r) * std::size_t(columns); }
};

Grid weights_of(const ForwardShape& shape, int layer, Matrix which) {
    const WeightMatrix matrix = weight_matrix(shape, layer, which);
    Grid grid(matrix.rows, matrix.columns);
    for (int r = 0; r < grid.rows; ++r) {
        for (int c = 0; c < grid.columns; ++c) grid.row(r)[c] = matrix.at(r, c);
    }
    return grid;
}

/// a · b, column block by column block, so that a block of b stays in the cache for all rows.
Grid product(const Grid& a, const Grid& b) {
    constexpr int width = 64;  // every matrix here is a multiple of 16 wide
    Grid result(a.rows, b.columns);
    for (int first = 0; first < b.columns; first += width) {
        const int last = std::min(first + width, b.columns);
        for (int r = 0; r < a.rows; ++r) {
            double* to = result.row(r);
            for (int k = 0; k < a.columns; ++k) {
                const double factor = a.row(r)[k];
                const double* from = b.row(k);
                for (int c = first; c < last; ++c) to[c] += factor * from[c];
            }
        }
    }
    return result;
}

void add(Grid& to, const Grid& what) {
    for (std::size_t i = 0; i < to.values.size(); ++i) to.values[i] += what.values[i];
}

Grid normalised(const Grid& x) {
    Grid result(x.rows, x.columns);
    for (int r = 0; r < x.rows; ++r) {
        double mean = 0;
        for (int c = 0; c < x.columns; ++c) mean += x.row(r)[c];
        mean /= x.columns;
        double variance = 0;
        for (int c = 0; c < x.columns; ++c) variance += std::pow(x.row(r)[c] - mean, 2);
        variance /= x.columns;
        for (int c = 0; c < x.columns; ++c) {
            result.row(r)[c] = (x.row(r)[c] - mean) / std::sqrt(variance + 1e-5);
        }
    }
    return result;
}

/// Columns first … first + 63 of x: one head's part.
Grid part(const Grid& x, int first) {
    Grid result(x.rows, 64);
    for (int r = 0; r < x.rows; ++r) std::copy_n(x.row(r) + first, 64, result.row(r));
    return result;
}

Grid transposed(const Grid& x) {
    Grid result(x.columns, x.rows);
    for (int r = 0; r < x.rows; ++r) {
        for (int c = 0; c < x.columns; ++c) result.row(c)[r] = x.row(r)[c];
    }
    return result;
}

void softmax_rows(Grid& x) {
    for (int r = 0; r < x.rows; ++r) {
        double* row = x.row(r);
        const double largest = *std::max_element(row, row + x.columns);
        double sum = 0;
        for (int c = 0; c < x.columns; ++c) sum += row[c] = std::exp(row[c] - largest);
        for (int c = 0; c < x.columns; ++c) row[c] /= sum;
    }
}

Grid attention(const Grid& qkv, const ForwardShape& shape) {
    Grid result(shape.sequence, shape.hidden);
    for (int head = 0; head < shape.heads(); ++head) {
        const Grid q = part(qkv, head * 64);
        const Grid k = part(qkv, shape.hidden + head * 64);
        const Grid v = part(qkv, 2 * shape.hidden + head * 64);
        Grid p = product(q, transposed(k));
        for (double& score : p.values) score /= 8;
        softmax_rows(p);
        const Grid mixed = product(p, v);
        for (int r = 0; r < result.rows; ++r) {
            std::copy_n(mixed.row(r), 64, result.row(r) + std::ptrdiff_t{64} * head);
        }
    }
    return result;
}

/// Hendrycks and Gimpel 2016, the tanh form.
void gelu(Grid& x) {
    const double root = std::sqrt(2 / std::acos(-1.0));
    for (double& v : x.values) v = 0.5 * v * (1 + std::tanh(root * (v + 0.044715 * v * v * v)));
}

}  // namespace

std::vector<double> reference_forward(const ForwardShape& shape, std::uint64_t seed) {
    std::vector<float> input(shape.elements());
    fill_input(seed, input);
    Grid x(shape.sequence, shape.hidden);
    std::ranges::copy(input, x.values.begin());
    for (int layer = 0; layer < shape.layers; ++layer) {
        const Grid qkv = product(normalised(x), weights_of(shape, layer, Matrix::project));
        add(x, product(attention(qkv, shape), weights_of(shape, layer, Matrix::out)));
        Grid f = product(normalised(x), weights_of(shape, layer, Matrix::expand));
        gelu(f);
        add(x, product(f, weights_of(shape, layer, Matrix::contract)));
    }
    return std::move(x.values);
}

}  // namespace stallscope
