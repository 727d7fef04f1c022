// SPDX-License-Identifier: Apache-2.0
#include "analysis/renewal_rate.h"

#include <gtest/gtest.h>

#include <vector>

namespace stallscope {
namespace {

TEST(RenewalRate, CountsFromTheFirstArrivalToTheFirstAfterTheWindow) {
    // Four arrivals in a window of 100, the fifth closes it.
    const std::vector<std::int64_t> arrivals = {-10, 20, 45, 70, 95, 120, 145};
    const auto rate = renewal_rate(arrivals, 100);
    ASSERT_TRUE(rate.has_value());
    EXPECT_EQ(rate->n, 4);
    EXPECT_EQ(rate->span_ns, 100);
    EXPECT_TRUE(rate->closed_by_arrival);
}

TEST(RenewalRate, IsNotTheQuantisedCount) {
    // One arrival every 30 of a window of 100: 4 counted, yet the rate is 1/30, not 4/100.
    const std::vector<std::int64_t> arrivals = {0, 30, 60, 90, 120};
    EXPECT_DOUBLE_EQ(renewal_rate(arrivals, 100)->per_second(), 1e9 / 30);
}

TEST(RenewalRate, TakesTheWindowsEndWhenNothingCameAfterAndSaysSo) {
    const std::vector<std::int64_t> arrivals = {10, 60};
    const auto rate = renewal_rate(arrivals, 100);
    ASSERT_TRUE(rate.has_value());
    EXPECT_EQ(rate->span_ns, 90);
    EXPECT_FALSE(rate->closed_by_arrival);
}

TEST(RenewalRate, AnArrivalAtZeroIsInsideAndOneAtTheEndIsNot) {
    const std::vector<std::int64_t> arrivals = {0, 100};
    const auto rate = renewal_rate(arrivals, 100);
    EXPECT_EQ(rate->n, 1);
    EXPECT_EQ(rate->span_ns, 100);
}

TEST(RenewalRate, OfAnEmptyWindowIsNone) {
    EXPECT_FALSE(renewal_rate({}, 100).has_value());
    const std::vector<std::int64_t> outside = {-5, 100, 101};
    EXPECT_FALSE(renewal_rate(outside, 100).has_value());
}

}  // namespace
}  // namespace stallscope
