// SPDX-License-Identifier: Apache-2.0
#include "analysis/family.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace stallscope {
namespace {

TEST(Holm, IsMonotoneAndBetweenTheRawValueAndBonferroni) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> uniform;
    for (int run = 0; run < 500; ++run) {
        std::vector<double> p(1 + random() % 9);
        std::generate(p.begin(), p.end(), [&] { return uniform(random) * uniform(random); });
        const auto adjusted = holm(p);
        for (std::size_t i = 0; i < p.size(); ++i) {
            EXPECT_GE(adjusted[i], p[i]);
            const double bonferroni = p[i] * static_cast<double>(p.size());
            EXPECT_LE(adjusted[i], std::min(1.0, bonferroni) + 1e-15);
            for (std::size_t k = 0; k < p.size(); ++k) {
                EXPECT_TRUE(p[i] > p[k] || adjusted[i] <= adjusted[k]);
            }
            // A smaller p makes nobody's adjusted value larger.
            auto smaller = p;
            smaller[i] /= 2;
            const auto less = holm(smaller);
            for (std::size_t k = 0; k < p.size(); ++k) {
                EXPECT_LE(less[k], adjusted[k] + 1e-15);
            }
        }
    }
    EXPECT_TRUE(holm({}).empty());
}

TEST(StepDown, IsHolmWhereCrossingMeansSmallP) {
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> uniform;
    for (int run = 0; run < 500; ++run) {
        std::vector<double> p(1 + random() % 9);
        std::generate(p.begin(), p.end(), [&] { return 0.1 * uniform(random); });
        const auto adjusted = holm(p);
        const auto rejected =
            step_down(p.size(), [&](std::size_t i, int j) { return p[i] <= 0.05 / j; });
        for (std::size_t i = 0; i < p.size(); ++i) {
            EXPECT_EQ(rejected[i], adjusted[i] <= 0.05);
        }
    }
}

TEST(StepDown, AsksForTheLevelsOfThoseThatAreLeft) {
    // The second crosses only once the first is out of the family, the third never does.
    const auto rejected = step_down(3, [](std::size_t i, int j) {
        EXPECT_GE(j, 1);
        EXPECT_LE(j, 3);
        return i == 0 || (i == 1 && j <= 2);
    });
    EXPECT_EQ(rejected, (std::vector<bool>{true, true, false}));
    EXPECT_TRUE(step_down(0, [](std::size_t, int) { return true; }).empty());
    EXPECT_EQ(step_down(2, [](std::size_t, int) { return true; }), (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace stallscope
