// SPDX-License-Identifier: Apache-2.0
#include "analysis/contrast.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

TEST(Contrast, NothingComesFromTooLittle) {
    EXPECT_FALSE(paired({}));
    EXPECT_FALSE(paired(std::vector<double>{0.1}));
    const std::vector<std::vector<double>> two_cells = {{1, 2, 3}, {1, 2, 3}};
    EXPECT_FALSE(pooled(two_cells, 0, 1));
    const std::vector<std::vector<double>> ragged = {{1, 2, 3}, {1, 2, 3}, {1, 2}};
    EXPECT_FALSE(pooled(ragged, 0, 1));
    const std::vector<std::vector<double>> three = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    EXPECT_FALSE(pooled(three, 0, 3));
}

TEST(Contrast, WhatAllCellsShareInACycleCancels) {
    const std::vector<std::vector<double>> y = {{0.1, 0.2, 0.4}, {0.3, 0.1, 0.2}, {0, 0.1, 0.3}};
    auto drifting = y;
    for (auto& row : drifting) {
        for (std::size_t k = 0; k < row.size(); ++k) {
            row[k] += 10.0 * static_cast<double>(k * k);
        }
    }
    EXPECT_NEAR(pooled_fit(y, 0, 1)->mse, pooled_fit(drifting, 0, 1)->mse, 1e-12);
    EXPECT_NEAR(pooled(y, 0, 1)->value, pooled(drifting, 0, 1)->value, 1e-12);
}

TEST(Contrast, ThePooledErrorIsNeverBelowThePairedOne) {
    // The others agree perfectly, so that the pooled error alone would be smaller.
    const std::vector<std::vector<double>> y = {
        {0.01, 0.013, 0.008}, {0.0, 0.001, 0.0}, {0.02, 0.0215, 0.019}, {0.03, 0.0315, 0.029}};
    const auto estimate = pooled(y, 0, 1);
    EXPECT_GE(estimate->se, estimate->s_d / std::sqrt(3) - 1e-15);
}

TEST(Contrast, CellsWithoutAnyNoisePassTheGateWithoutANumberThatIsNone) {
    const std::vector<std::vector<double>> flat = {{1, 2, 3}, {2, 3, 4}, {0, 1, 2}};
    const auto fit = pooled_fit(flat, 0, 1);
    EXPECT_EQ(fit->gate_f, 0);
    EXPECT_TRUE(fit->gate_passed);
    // Noise in the contrast only: infinitely more than in the others.
    const std::vector<std::vector<double>> odd = {{0.1, -0.1, 0}, {-0.1, 0.1, 0}, {0, 0, 0}};
    EXPECT_FALSE(pooled_fit(odd, 0, 1)->gate_passed);
}

TEST(Contrast, ResolutionIsALowerLimitOnly) {
    Estimate estimate;
    estimate.se = 0.01;
    estimate.n = 6;
    EXPECT_DOUBLE_EQ(with_resolution(estimate, 0.012).se, 0.01);
    EXPECT_DOUBLE_EQ(with_resolution(estimate, 0.12).se, 0.02);
}

TEST(Contrast, AnInfiniteCriticalValueBoundsNothingUnlessThereIsNoSpread) {
    Estimate estimate;
    estimate.value = 0.5;
    EXPECT_EQ(bounds(estimate, INFINITY).low, 0.5);
    estimate.se = 0.1;
    EXPECT_EQ(bounds(estimate, INFINITY).high, INFINITY);
}

}  // namespace
}  // namespace stallscope
