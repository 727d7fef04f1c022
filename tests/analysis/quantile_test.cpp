// SPDX-License-Identifier: Apache-2.0
#include "analysis/quantile.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace stallscope {
namespace {

std::vector<std::int64_t> up_to(std::int64_t n) {
    std::vector<std::int64_t> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1);
    return values;
}

TEST(Quantile, OfNothingIsNothing) {
    std::vector<std::int64_t> none;
    EXPECT_FALSE(quantile(none, 0.5).has_value());
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
    struct Case {
        std::vector<std::int64_t> values;
        double p, expected;
    };
    const std::vector<Case> cases = {
        {{7}, 0.99, 7},         {{20, 10}, 0.5, 15},    {{4, 1, 3, 2}, 0.25, 1.75},
        {{4, 1, 3, 2}, 0.0, 1}, {{4, 1, 3, 2}, 1.0, 4}, {{30, 10, 20, 50, 40}, 0.95, 48},
        {{-5, 5}, 0.05, -4.5},
    };
    for (Case c : cases) {
        EXPECT_DOUBLE_EQ(*quantile(c.values, c.p), c.expected) << c.p;
    }
}

TEST(Quantile, AgreesWithSortingWhateverTheOrderOfTheValues) {
    std::mt19937_64 random(7);
    for (const std::size_t n : {2U, 3U, 17U, 300U, 1001U}) {
        std::vector<std::int64_t> values(n);
        for (auto& value : values) {
            value = static_cast<std::int64_t>(random() % 50);  // many ties
        }
        std::vector<std::int64_t> sorted = values;
        std::sort(sorted.begin(), sorted.end());
        for (const double p : {0.05, 0.5, 0.95, 0.99}) {
            const double h = static_cast<double>(n - 1) * p;
            const auto k = static_cast<std::size_t>(h);
            const double low = static_cast<double>(sorted[k]);
            const double high = static_cast<double>(sorted[std::min(k + 1, n - 1)]);
            EXPECT_NEAR(*quantile(values, p), low + (h - std::floor(h)) * (high - low), 1e-9);
        }
        const Summary summary = summarise_ms(values);
        const double h = static_cast<double>(n - 1) * 0.95;
        const auto k = static_cast<std::size_t>(h);
        const double low = static_cast<double>(sorted[k]);
        EXPECT_NEAR(
            *summary.p95 * 1e6,
            low + (h - std::floor(h)) * (static_cast<double>(sorted[std::min(k + 1, n - 1)]) - low),
            1e-9);
    }
}

TEST(Summary, IsInMillisecondsWithMeanAndQuantiles) {
    std::vector<std::int64_t> ns = {1'000'000, 2'000'000, 3'000'000, 10'000'000};
    const Summary summary = summarise_ms(ns);
    EXPECT_EQ(summary.n, 4);
    EXPECT_DOUBLE_EQ(*summary.mean, 4.0);
    EXPECT_DOUBLE_EQ(*summary.p50, 2.5);
    EXPECT_NEAR(*summary.p5, 1.15, 1e-12);
    EXPECT_NEAR(*summary.p95, 8.95, 1e-12);
}

TEST(Summary, GivesNoP99BelowTwoHundredAndNinetyNineValues) {
    auto few = up_to(298);
    EXPECT_FALSE(summarise_ms(few).p99.has_value());
    EXPECT_TRUE(summarise_ms(few).p95.has_value());
    auto enough = up_to(299);
    ASSERT_TRUE(summarise_ms(enough).p99.has_value());
    EXPECT_NEAR(*summarise_ms(enough).p99 * 1e6, 1 + 298 * 0.99, 1e-9);
}

TEST(Summary, OfNothingHasOnlyItsCount) {
    std::vector<std::int64_t> none;
    const Summary summary = summarise_ms(none);
    EXPECT_EQ(summary.n, 0);
    EXPECT_FALSE(summary.mean.has_value());
    EXPECT_FALSE(summary.p50.has_value());
}

TEST(Summary, KeepsItsPrecisionWithLongDurations) {
    std::vector<std::int64_t> ns(1000, 9'000'000'000'000'000);  // 104 days each
    ns.back() += 1000;
    EXPECT_DOUBLE_EQ(*summarise_ms(ns).mean, 9'000'000'000.000001);
}

}  // namespace
}  // namespace stallscope
