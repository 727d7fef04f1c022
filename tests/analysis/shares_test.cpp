// SPDX-License-Identifier: Apache-2.0
#include "analysis/shares.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace stallscope {
namespace {

TEST(Shares, ThePValuesAreTheLevelsAtWhichTheIntervalTouchesTheLimit) {
    std::mt19937_64 random(9);
    for (int run = 0; run < 300; ++run) {
        std::vector<ShareCount> cycles;
        for (int k = 0; k < 4; ++k) {
            cycles.push_back({static_cast<double>(random() % 30), 1000});
        }
        const auto share = ShareEstimate::from(cycles);
        for (const double limit : {0.005, 0.012, 0.02}) {
            for (const double level : {0.01, 0.05, 0.2}) {
                const Bounds interval = share->interval(level);
                EXPECT_EQ(interval.high < limit, share->p_met(limit) < level);
                EXPECT_EQ(interval.low > limit, share->p_not_met(limit) < level);
            }
        }
    }
}

TEST(Shares, UnequalCyclesCountAsOverdispersion) {
    const std::vector<ShareCount> even = {{10, 1000}, {10, 1000}, {10, 1000}};
    const std::vector<ShareCount> uneven = {{30, 1000}, {0, 1000}, {0, 1000}};
    EXPECT_EQ(ShareEstimate::from(even)->overdispersion(), 1);
    EXPECT_GT(ShareEstimate::from(uneven)->overdispersion(), 10);
    EXPECT_LT(ShareEstimate::from(even)->interval(0.05).high,
              ShareEstimate::from(uneven)->interval(0.05).high);
}

TEST(Shares, EdgesAreLimits) {
    EXPECT_EQ(clopper_pearson(0, 50, 0.05).low, 0);
    EXPECT_EQ(clopper_pearson(50, 50, 0.05).high, 1);
    EXPECT_EQ(clopper_pearson(0, 0, 0.05).high, 1);
    const std::vector<ShareCount> all = {{10, 10}, {10, 10}, {10, 10}};
    EXPECT_EQ(ShareEstimate::from(all)->interval(0.05).high, 1);
    EXPECT_EQ(ShareEstimate::from(all)->p_met(0.5), 1);
    const std::vector<ShareCount> none_made = {{0, 10}, {0, 0}};
    EXPECT_FALSE(ShareEstimate::from(none_made));
    EXPECT_FALSE(ShareEstimate::from(std::vector<ShareCount>{{0, 10}}));
}

}  // namespace
}  // namespace stallscope
