// SPDX-License-Identifier: Apache-2.0
#include "analysis/obf_levels.h"

#include <gtest/gtest.h>

namespace stallscope {
namespace {

TEST(ObfLevels, WhatIsComputedAgreesWithTheTable) {
    for (const int hypotheses : {1, 2, 5, 12}) {
        for (const int cycles : {3, 4, 5, 8, 10}) {
            const auto table = obf_table_row(cycles, hypotheses);
            const auto computed = computed_obf_levels(cycles, 0.05 / hypotheses);
            ASSERT_EQ(computed.size(), table.size());
            for (std::size_t i = 0; i < table.size(); ++i) {
                if (table.front() >= 1e-6) {  // below that a look is left out
                    EXPECT_NEAR(computed[i], table[i], table[i] * 4e-3)
                        << "j=" << hypotheses << " K=" << cycles << " n=" << i + 3;
                }
            }
        }
    }
}

TEST(ObfLevels, BeyondTheTableTheyGoOn) {
    EXPECT_TRUE(obf_table_row(13, 1).empty());
    EXPECT_TRUE(obf_table_row(5, 13).empty());
    EXPECT_TRUE(obf_table_row(2, 1).empty());
    EXPECT_TRUE(obf_levels(2, 1).empty());
    const auto longer = obf_levels(20, 1);
    ASSERT_EQ(longer.size(), 18u);
    for (std::size_t i = 1; i < longer.size(); ++i) {
        EXPECT_GE(longer[i], longer[i - 1]);
    }
    EXPECT_EQ(longer.front(), 0);  // after 3 of 20 cycles there is nothing to spend yet
    EXPECT_LT(longer.back(), obf_levels(12, 1).back());
    EXPECT_GT(longer.back(), 0.025);
    // More hypotheses and a smaller α are the same thing.
    const auto of_13 = obf_levels(5, 13);
    const auto at_13th = obf_levels(5, 1, 0.05 / 13);
    for (std::size_t i = 0; i < of_13.size(); ++i) {
        EXPECT_NEAR(of_13[i], at_13th[i], 1e-12);
        EXPECT_LT(of_13[i], obf_levels(5, 12)[i]);
    }
}

}  // namespace
}  // namespace stallscope
