// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace stallscope {

/// Size of a forward: batch 1, heads of 64.
struct ForwardShape {
    int sequence = 128;  ///< S, tokens: a multiple of 16
    int hidden = 64;     ///< H: a multiple of 64
    int layers = 1;      ///< L

    std::size_t elements() const { return std::size_t(sequence) * std::size_t(hidden); }
    int heads() const { return hidden / 64; }
    /// Floats of one layer's weights: H × 3H, H × H, H × 4H, 4H × H.
    std::size_t layer_weights() const { return 12 * std::size_t(hidden) * std::size_t(hidden); }
    /// Floating-point operations of one forward: the matrix products of design 6,
    /// L (2 · S · 12 · H² + 4 · S² · H). Norms, softmax and GELU are not counted.
    double flop() const {
        const double s = sequence;
        const double h = hidden;
        return layers * (2 * s * 12 * h * h + 4 * s * s * h);
    }
    bool operator==(const ForwardShape&) const = default;
};

}  // namespace stallscope
