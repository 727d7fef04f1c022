// SPDX-License-Identifier: Apache-2.0
#include "analysis/distributions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace stallscope {
namespace {

TEST(Distributions, TinyLevelsKeepTheirDigits) {
    for (const double level : {1e-3, 1e-8, 1e-20}) {
        EXPECT_NEAR(t_above(t_critical(level, 4), 4) / level, 1, 1e-9) << level;
    }
    EXPECT_NEAR(t_critical(0.05, 2), -t_quantile(0.05, 2), 1e-12);
    EXPECT_NEAR(normal_above(normal_critical(1e-9)) / 1e-9, 1, 1e-9);
}

TEST(Distributions, TheEndsOfTheRangeAreInfinite) {
    EXPECT_EQ(t_critical(0, 3), INFINITY);
    EXPECT_EQ(t_quantile(0, 3), -INFINITY);
    EXPECT_EQ(t_cdf(INFINITY, 3), 1);
    EXPECT_EQ(t_cdf(-INFINITY, 3), 0);
    EXPECT_EQ(f_cdf(INFINITY, 2, 2), 1);
    EXPECT_EQ(beta_cdf(0, 2, 2), 0);
    EXPECT_EQ(beta_cdf(1, 2, 2), 1);
}

TEST(Distributions, WhatMakesNoSenseIsNoNumber) {
    EXPECT_TRUE(std::isnan(t_quantile(1.5, 3)));
    EXPECT_TRUE(std::isnan(t_quantile(0.5, 0)));
    EXPECT_TRUE(std::isnan(t_critical(NAN, 3)));
    EXPECT_TRUE(std::isnan(f_quantile(0.5, 0, 3)));
    EXPECT_TRUE(std::isnan(chi_squared_quantile(0.5, -1)));
    EXPECT_TRUE(std::isnan(beta_quantile(0.5, 0, 1)));
}

TEST(Distributions, ChiSquaredAndBetaAgreeWithWhatTheyAre) {
    // Two degrees of freedom: exponential. Beta(1, b): 1 − (1 − x)^b.
    EXPECT_NEAR(chi_squared_quantile(0.2, 2), -2 * std::log(0.8), 1e-12);
    EXPECT_NEAR(beta_quantile(0.3, 1, 5), 1 - std::pow(0.7, 0.2), 1e-12);
    EXPECT_NEAR(beta_cdf(0.1, 1, 5), 1 - std::pow(0.9, 5), 1e-12);
}

}  // namespace
}  // namespace stallscope
