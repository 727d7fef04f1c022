// SPDX-License-Identifier: Apache-2.0
#include "workload/forward_weights.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

constexpr ForwardShape shape{32, 64, 3};

TEST(ForwardShape, CountsTheOperationsOfTheMatrixProducts) {
    // 4 layers of 2·128·12·256² + 4·128·128·256
    EXPECT_DOUBLE_EQ((ForwardShape{128, 256, 4}.flop()), 4 * (201326592.0 + 16777216.0));
    // 64 tokens: 2·64·12·64² + 4·64·64·64
    EXPECT_DOUBLE_EQ((ForwardShape{64, 64, 1}.flop()), 6291456.0 + 1048576.0);
}

TEST(ForwardWeights, ArePackedInPanelsOfSixteenColumns) {
    const auto packed = packed_layer(shape, 1);
    ASSERT_EQ(packed.size(), 12U * 64 * 64);
    for (Matrix which : {Matrix::project, Matrix::out, Matrix::expand, Matrix::contract}) {
        const WeightMatrix matrix = weight_matrix(shape, 1, which);
        for (int row : {0, 1, 17, matrix.rows - 1}) {
            for (int column : {0, 15, 16, 35, matrix.columns - 1}) {
                const auto place = weight_offset(shape, which) +
                                   static_cast<std::size_t>((column / 16) * matrix.rows * 16 +
                                                            row * 16 + column % 16);
                EXPECT_EQ(packed[place], matrix.at(row, column)) << row << ", " << column;
            }
        }
    }
}

TEST(ForwardWeights, KeepProductsOfOrderOne) {
    const WeightMatrix expand = weight_matrix(shape, 0, Matrix::expand);
    const WeightMatrix contract = weight_matrix(shape, 0, Matrix::contract);
    EXPECT_FLOAT_EQ(expand.scale, static_cast<float>(1 / std::sqrt(64.0)));
    EXPECT_FLOAT_EQ(contract.scale, static_cast<float>(1 / std::sqrt(256.0 * 2 * 3)));
}

TEST(ForwardWeights, DifferFromLayerToLayer) {
    EXPECT_NE(packed_layer(shape, 0), packed_layer(shape, 1));
    EXPECT_EQ(packed_layer(shape, 2), packed_layer(shape, 2));
}

TEST(ForwardInput, HasMeanZeroAndVarianceOne) {
    std::vector<float> input(100'000);
    fill_input(5, input);
    double sum = 0;
    double squares = 0;
    for (float value : input) {
        sum += value;
        squares += static_cast<double>(value) * value;
        EXPECT_LE(std::abs(value), 1.7320509F);
    }
    EXPECT_NEAR(sum / 1e5, 0, 0.02);
    EXPECT_NEAR(squares / 1e5, 1, 0.02);
}

}  // namespace
}  // namespace stallscope
