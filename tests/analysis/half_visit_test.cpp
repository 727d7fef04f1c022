// SPDX-License-Identifier: Apache-2.0
#include "analysis/half_visit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace stallscope {
namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t window = 4000 * ms;

struct Requests {
    std::vector<std::int64_t> arrivals_ns, values_ns;
    HalfVisit half() const { return {arrivals_ns, values_ns, window}; }
};

/// A closed loop: the next request starts when the one before is served.
Requests closed_loop(unsigned seed, double mean_ms = 12, double sd_ms = 0.4) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> service(mean_ms, sd_ms);
    std::uniform_real_distribution<double> phase(0, mean_ms);
    Requests requests;
    double now_ms = phase(random) - 10 * mean_ms;
    while (now_ms < 4100) {
        const double value_ms = std::max(0.1, service(random));
        requests.arrivals_ns.push_back(std::llround(now_ms * ms));
        requests.values_ns.push_back(std::llround(value_ms * ms));
        now_ms += value_ms;
    }
    return requests;
}

Requests every_10_ms(int n, std::int64_t value_ns) {
    Requests requests;
    for (int i = 0; i < n; ++i) {
        requests.arrivals_ns.push_back(i * 10 * ms);
        requests.values_ns.push_back(value_ns);
    }
    return requests;
}

VisitValue of_one(const Requests& requests, CostScale kind, Statistic statistic, int parts = 10) {
    const HalfVisit half = requests.half();
    return visit_value(std::span(&half, 1), kind, statistic, parts);
}

TEST(HalfVisit, PartsHaveTwentyRequestsOrThereIsOnlyOne) {
    EXPECT_EQ(parts_for(1000, 10), 10);
    EXPECT_EQ(parts_for(199, 10), 9);
    EXPECT_EQ(parts_for(100, 10), 5);
    EXPECT_EQ(parts_for(99, 10), 1);
    EXPECT_EQ(parts_for(1000, 4), 1);
    EXPECT_EQ(parts_for(0, 10), 1);
}

TEST(HalfVisit, ARateIsNoConstantInAClosedLoop) {
    std::set<double> by_renewals;
    std::set<std::int64_t> by_counts;
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Requests requests = closed_loop(seed);
        by_renewals.insert(of_one(requests, CostScale::rate, Statistic::typical).y.value());
        // The median count of ten parts, which takes no more than one or two values.
        std::vector<std::int64_t> counts(10);
        for (const std::int64_t arrival : requests.arrivals_ns) {
            if (arrival >= 0 && arrival < window) {
                ++counts[static_cast<std::size_t>(arrival / (window / 10))];
            }
        }
        std::nth_element(counts.begin(), counts.begin() + 5, counts.end());
        by_counts.insert(counts[5]);
    }
    EXPECT_EQ(by_renewals.size(), 20u);
    EXPECT_LE(by_counts.size(), 2u);
}

TEST(HalfVisit, ARateIsThatOfTheServiceTimes) {
    const auto value = of_one(closed_loop(3), CostScale::rate, Statistic::typical);
    EXPECT_NEAR(value.raw.value(), 1000.0 / 12, 0.5);
    EXPECT_NEAR(value.y.value(), -std::log(1000.0 / 12), 0.006);
    EXPECT_FALSE(value.open_end);
    EXPECT_EQ(value.parts, 10);
}

TEST(HalfVisit, AStallInOnePartMovesTheMeanAndNotTheTypicalValue) {
    Requests requests = every_10_ms(400, 2 * ms);
    for (std::size_t i = 80; i < 120; ++i) {
        requests.values_ns[i] = 22 * ms;  // one part of ten
    }
    EXPECT_NEAR(of_one(requests, CostScale::time, Statistic::typical).y.value(), std::log(2),
                1e-12);
    EXPECT_NEAR(of_one(requests, CostScale::time, Statistic::p50).y.value(), std::log(2), 1e-12);
    EXPECT_NEAR(of_one(requests, CostScale::time, Statistic::mean).y.value(), std::log(4), 1e-12);
    const HalfVisit half = requests.half();
    const auto total = cost_total(std::span(&half, 1), CostScale::time);
    EXPECT_DOUBLE_EQ(total->cost_ms / total->n, 4);
}

TEST(HalfVisit, OnlyRequestsThatArriveInTheWindowCount) {
    Requests requests = every_10_ms(400, 2 * ms);
    requests.arrivals_ns.insert(requests.arrivals_ns.begin(), -5 * ms);
    requests.values_ns.insert(requests.values_ns.begin(), 900 * ms);
    requests.arrivals_ns.push_back(window);
    requests.values_ns.push_back(900 * ms);
    EXPECT_NEAR(of_one(requests, CostScale::time, Statistic::mean).raw.value(), 2, 1e-12);
    EXPECT_NEAR(of_one(requests, CostScale::rate, Statistic::mean).raw.value(), 100, 1e-9);
}

TEST(HalfVisit, TheVisitIsTheMeanOfItsHalves) {
    const Requests one = every_10_ms(400, 2 * ms);
    const Requests two = every_10_ms(400, 8 * ms);
    const std::vector<HalfVisit> halves = {one.half(), two.half()};
    const auto value = visit_value(halves, CostScale::time, Statistic::mean, 10);
    EXPECT_NEAR(value.y.value(), std::log(4), 1e-12);
    EXPECT_NEAR(value.raw.value(), 5, 1e-12);
}

TEST(HalfVisit, TailsNeedFiveExceedancesInAHalfOrInBoth) {
    const auto visit = [](int n, std::size_t halves, Statistic statistic) {
        const Requests requests = every_10_ms(n, 2 * ms);
        const std::vector<HalfVisit> all(
            halves, HalfVisit{requests.arrivals_ns, requests.values_ns, 20'000 * ms});
        return visit_value(all, CostScale::time, statistic, 10);
    };
    EXPECT_FALSE(visit(2000, 2, Statistic::p99).thin);
    EXPECT_TRUE(visit(1999, 2, Statistic::p99).thin);
    EXPECT_FALSE(visit(500, 2, Statistic::p99).pooled);
    EXPECT_TRUE(visit(499, 2, Statistic::p99).pooled);
    EXPECT_TRUE(visit(250, 2, Statistic::p99).y);
    const auto few = visit(249, 2, Statistic::p99);
    EXPECT_FALSE(few.y);
    EXPECT_TRUE(few.too_few);
    EXPECT_EQ(few.why, "too few requests for P99 (249, needed 500)");
    EXPECT_TRUE(visit(499, 1, Statistic::p99).too_few);
    EXPECT_FALSE(visit(100, 1, Statistic::p95).too_few);
    EXPECT_EQ(visit(99, 1, Statistic::p95).why, "too few requests for P95 (99, needed 100)");
}

TEST(HalfVisit, RawMetricsMayBeNegativeAndHaveNoLogarithm) {
    const Requests requests = every_10_ms(400, -3 * ms);
    EXPECT_DOUBLE_EQ(of_one(requests, CostScale::raw, Statistic::typical).y.value(), -3);
    const auto value = of_one(requests, CostScale::time, Statistic::typical);
    EXPECT_FALSE(value.y);
    EXPECT_DOUBLE_EQ(value.raw.value(), -3);
    EXPECT_FALSE(value.why.empty());
}

TEST(HalfVisit, WhatIsMissingSaysSo) {
    EXPECT_FALSE(visit_value({}, CostScale::time, Statistic::mean, 10).why.empty());
    EXPECT_FALSE(of_one({}, CostScale::rate, Statistic::typical).y);
    Requests no_values = every_10_ms(100, 1);
    no_values.values_ns.clear();
    EXPECT_FALSE(of_one(no_values, CostScale::time, Statistic::mean).why.empty());
    EXPECT_FALSE(of_one(no_values, CostScale::rate, Statistic::p99).why.empty());
    EXPECT_FALSE(cost_total({}, CostScale::rate));
}

}  // namespace
}  // namespace stallscope
