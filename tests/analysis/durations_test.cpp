// SPDX-License-Identifier: Apache-2.0
#include "analysis/durations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "analysis/quantile.h"

namespace stallscope {
namespace {

constexpr std::int64_t seconds = 1'000'000'000;

Durations of(const std::vector<std::int64_t>& values) {
    Durations durations;
    for (const std::int64_t value : values) {
        durations.push_back(value);
    }
    return durations;
}

std::vector<std::int64_t> values_of(const Durations& durations) {
    std::vector<std::int64_t> values;
    durations.for_each([&](std::int64_t ns) { values.push_back(ns); });
    return values;
}

/// Sets that are counted and such that are sorted: short ones, ones that all differ in the upper
/// half of their bits, ties, negative values, and values of more than four bytes on both sides.
std::vector<std::int64_t> some(std::size_t n, std::int64_t from, std::int64_t to,
                               std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::int64_t> values(n);
    for (auto& value : values) {
        value = from + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(to - from));
    }
    return values;
}

TEST(Durations, GiveBackWhatWasPutInInItsOrder) {
    const std::vector<std::int64_t> values = {
        5,           -7, INT32_MAX,     INT32_MIN,    INT64_MAX,
        3 * seconds, 0,  INT32_MIN + 1, -4 * seconds, std::int64_t{INT32_MAX} + 1};
    Durations durations = of(values);
    EXPECT_EQ(values_of(durations), values);
    Durations more = of({1, 9 * seconds, 2});
    durations.append(std::move(more));
    durations.push_back(-9 * seconds);
    auto expected = values;
    expected.insert(expected.end(), {1, 9 * seconds, 2, -9 * seconds});
    EXPECT_EQ(values_of(durations), expected);
    EXPECT_EQ(durations.size(), expected.size());
    Durations::Reader reader(durations);
    for (const std::int64_t value : expected) {
        EXPECT_EQ(reader.next(), value);
    }
}

TEST(Durations, AppendedToThemselvesEmptyStayEmpty) {
    Durations durations;
    durations.reserve(10);
    durations.append({});
    EXPECT_TRUE(durations.empty());
    EXPECT_EQ(summarise_ms(durations).n, 0);
    EXPECT_FALSE(summarise_ms(durations).mean.has_value());
}

TEST(Durations, FindTheSameOrderStatisticsAsSorting) {
    struct Case {
        const char* name;
        std::vector<std::int64_t> values;
    };
    const std::vector<Case> cases = {
        {"few", some(100, -50, 50, 1)},
        {"microseconds", some(20'000, 0, 60'000, 2)},
        {"milliseconds", some(20'000, 0, 20'000'000, 3)},
        {"ties", some(20'000, 40, 44, 4)},
        {"both signs", some(20'000, -2'000'000, 2'000'000, 5)},
        {"seconds on both sides", some(20'000, -5 * seconds, 5 * seconds, 6)},
        {"all of more than four bytes", some(20'000, 3 * seconds, 9 * seconds, 7)},
        {"all below four bytes", some(20'000, -9 * seconds, -3 * seconds, 8)},
    };
    for (const Case& c : cases) {
        auto sorted = c.values;
        std::sort(sorted.begin(), sorted.end());
        const std::size_t n = sorted.size();
        const std::vector<std::size_t> ranks = {0,     1,         n / 20,      n / 20,
                                                n / 2, n / 2 + 1, n - n / 100, n - 1};
        std::vector<std::int64_t> expected;
        for (const std::size_t rank : ranks) {
            expected.push_back(sorted[rank]);
        }
        const Durations durations = of(c.values);
        EXPECT_EQ(durations.in_order_at(ranks), expected) << c.name;
        EXPECT_EQ(values_of(durations), c.values) << c.name;
    }
}

TEST(Durations, AreSummarisedToTheLastBitLikeASpan) {
    for (const std::size_t n : {1U, 2U, 3U, 298U, 299U, 2000U, 8191U, 8192U, 50'000U}) {
        for (const auto& [from, to] :
             {std::pair{std::int64_t{0}, std::int64_t{70'000}}, {-seconds, 3 * seconds}}) {
            auto values = some(n, from, to, n);
            Durations durations = of({values.begin(), values.begin() + static_cast<long>(n / 3)});
            durations.append(of({values.begin() + static_cast<long>(n / 3), values.end()}));
            const Summary found = summarise_ms(durations);
            const Summary expected = summarise_ms(values);
            EXPECT_EQ(found.n, expected.n);
            EXPECT_EQ(found.mean, expected.mean) << n;
            EXPECT_EQ(found.p5, expected.p5) << n;
            EXPECT_EQ(found.p50, expected.p50) << n;
            EXPECT_EQ(found.p95, expected.p95) << n;
            EXPECT_EQ(found.p99, expected.p99) << n;
        }
    }
}

}  // namespace
}  // namespace stallscope
