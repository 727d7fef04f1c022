// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_dip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "analysis/detector_modes.h"

namespace stallscope {
namespace {

std::vector<double> sorted(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values;
}

TEST(Dip, OfSmallSetsIsKnownByHand) {
    // Evenly spaced values are as uniform as n values can be: 1/(2n).
    std::vector<double> even(50);
    for (std::size_t i = 0; i < even.size(); ++i) {
        even[i] = static_cast<double>(i);
    }
    EXPECT_DOUBLE_EQ(dip(even), 0.01);
    // Two far groups of equal size are as far from one mode as anything can be: 1/4 in the limit.
    std::vector<double> two;
    for (int i = 0; i < 500; ++i) {
        two.push_back(i * 1e-6);
        two.push_back(1e6 + i * 1e-6);
    }
    EXPECT_NEAR(dip(sorted(two)), 0.25, 0.001);
    // One far group of a tenth: half of that tenth.
    std::vector<double> tenth;
    for (int i = 0; i < 1000; ++i) {
        tenth.push_back((i < 900 ? 0 : 1e6) + i * 1e-6);
    }
    EXPECT_NEAR(dip(sorted(tenth)), 0.05, 0.001);
}

TEST(Dip, AgreesWithAnotherProgram) {
    // Values by another implementation (R's and Python's diptest), on numbers anybody can make.
    const auto numbers = [](int n, int factor, int modulus) {
        std::vector<double> values;
        for (int i = 1; i <= n; ++i) {
            values.push_back(static_cast<double>(i * i * factor % modulus));
        }
        return sorted(values);
    };
    EXPECT_NEAR(dip(numbers(30, 7, 1009)), 0.05333333333333332, 1e-12);
    EXPECT_NEAR(dip(numbers(200, 13, 10007)), 0.0252121693121693, 1e-12);
    EXPECT_NEAR(dip(numbers(100, 3, 37)), 0.08854166666666666, 1e-9);  // many ties
}

TEST(Dip, DoesNotCareAboutScaleOrDirection) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<double> values;
    for (int i = 0; i < 300; ++i) {
        values.push_back(normal(random) + (i % 3 == 0 ? 4 : 0));
    }
    auto turned = values;
    for (double& value : turned) {
        value = 5 - 3 * value;
    }
    EXPECT_NEAR(dip(sorted(values)), dip(sorted(turned)), 1e-12);
}

TEST(Dip, OfValuesThatAreAllTheSameIsTheLeastThereIs) {
    EXPECT_DOUBLE_EQ(dip(std::vector<double>(10, 3.5)), 0.05);
    EXPECT_DOUBLE_EQ(dip(std::vector<double>{}), 0);
}

TEST(DipP, IsUniformUnderTheUniform) {
    std::mt19937_64 random(1985);
    std::uniform_real_distribution<double> uniform;
    constexpr int samples = 4000;
    constexpr std::size_t n = 300;  // between two rows of the table
    int below_tenth = 0;
    int below_hundredth = 0;
    for (int sample = 0; sample < samples; ++sample) {
        std::vector<double> values(n);
        std::generate(values.begin(), values.end(), [&] { return uniform(random); });
        const double p = dip_p(dip(sorted(values)), n);
        below_tenth += p < 0.1;
        below_hundredth += p < 0.01;
    }
    // Three standard errors.
    EXPECT_NEAR(below_tenth, 400, 57);
    EXPECT_NEAR(below_hundredth, 40, 19);
}

TEST(DipP, FallsWithTheDip) {
    double before = 2;
    for (const double d : {0.01, 0.02, 0.025, 0.03, 0.035, 0.04, 0.06}) {
        const double p = dip_p(d, 1000);
        EXPECT_LE(p, before) << d;
        before = p;
    }
    EXPECT_LT(before, 1e-10);
    EXPECT_EQ(dip_p(0.01, 1000), 1);
}

TEST(TwoModes, AreFoundWhereTheyAre) {
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    std::vector<double> values;
    for (int i = 0; i < 3000; ++i) {
        values.push_back(0.05 * normal(random) + (i % 10 == 0 ? 0.4 : 0));
    }
    const auto modes = two_modes(sorted(values), 0.05);
    ASSERT_TRUE(modes);
    EXPECT_NEAR(modes->low, 0, 0.03);
    EXPECT_NEAR(modes->high, 0.4, 0.03);
    EXPECT_NEAR(modes->minor_share, 0.10, 0.005);
    EXPECT_FALSE(two_modes(std::vector<double>(100, 1.0), 0.05));
}

}  // namespace
}  // namespace stallscope
