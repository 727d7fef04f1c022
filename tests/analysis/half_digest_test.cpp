// SPDX-License-Identifier: Apache-2.0
#include "analysis/half_digest.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "analysis/quantile.h"

namespace stallscope {
namespace {

constexpr std::int64_t ms = 1'000'000;

/// One request every 10 ms from −30 ms on, past a window of one second by three; `value(i)` in ms
/// for the i-th inside the window.
struct Visit {
    std::vector<std::int64_t> arrivals, values;

    template <class F>
    explicit Visit(F value) {
        for (int i = -3; i < 103; ++i) {
            arrivals.push_back(i * 10 * ms);
            const bool inside = i >= 0 && i < 100;
            values.push_back(inside ? static_cast<std::int64_t>(std::llround(value(i) * 1e6))
                                    : 777 * ms);
        }
    }
    HalfVisit half() const { return {arrivals, values, 1000 * ms}; }
    HalfVisit rate() const { return {arrivals, {}, 1000 * ms}; }
};

TEST(HalfDigest, KeepsTheMeansOfThePartsInLogs) {
    const Visit visit([](int i) { return 1.0 + i / 20; });  // 1, 2, 3, 4, 5 ms in five parts
    const HalfDigest digested = digest(visit.half(), 10);
    EXPECT_EQ(digested.n, 100);
    EXPECT_FALSE(digested.rate);
    ASSERT_EQ(digested.part_logs.size(), 5U);  // 100 requests make five parts of 20
    for (std::size_t part = 0; part < 5; ++part) {
        EXPECT_NEAR(*digested.part_logs[part], std::log(1.0 + static_cast<double>(part)), 1e-12);
    }
    EXPECT_EQ(digested.part_median_logs, digested.part_logs);  // each part is of one value
    EXPECT_NEAR(*digested.typical_log, std::log(3.0), 1e-12);
    EXPECT_NEAR(*digested.mean_log, std::log(3.0), 1e-12);
    EXPECT_NEAR(digested.total_ms, 300, 1e-9);
}

TEST(HalfDigest, AgreesWithTheVerdictsOnOneNumberPerVisit) {
    std::mt19937_64 random(5);
    std::lognormal_distribution<double> length(1, 0.3);
    const Visit visit([&](int) { return length(random); });
    const HalfVisit half = visit.half();
    const HalfVisit rate = visit.rate();
    const HalfDigest times = digest(half, 10);
    const HalfDigest rates = digest(rate, 10);
    const auto y = [](const HalfVisit& of, CostScale kind, Statistic statistic) {
        return *visit_value(std::span(&of, 1), kind, statistic, 10).y;
    };
    EXPECT_NEAR(*times.typical_log, y(half, CostScale::time, Statistic::typical), 1e-12);
    EXPECT_NEAR(*times.mean_log, y(half, CostScale::time, Statistic::mean), 1e-12);
    EXPECT_NEAR(-*rates.typical_log, y(rate, CostScale::rate, Statistic::typical), 1e-12);
    EXPECT_NEAR(-*rates.mean_log, y(rate, CostScale::rate, Statistic::mean), 1e-12);
    EXPECT_TRUE(rates.rate);
    EXPECT_NEAR(*rates.mean_log, std::log(100.0), 1e-12);
}

TEST(HalfDigest, KnowsTheTopAndTheTies) {
    // 60 requests of 2 ms, 39 of 1 ms, one of 50 ms.
    const Visit visit([](int i) { return i == 30 ? 50.0 : i % 5 < 3 ? 2.0 : 1.0; });
    const HalfDigest digested = digest(visit.half(), 10);
    EXPECT_DOUBLE_EQ(digested.top_ms, 50);
    EXPECT_DOUBLE_EQ(digested.max_ms, 50);
    EXPECT_DOUBLE_EQ(digested.p50_ms, 2);
    EXPECT_DOUBLE_EQ(digested.ties_at_p50, 0.59);
    // The part with the large one has another mean and the same middle.
    EXPECT_NEAR(*digested.part_median_logs[1], std::log(2.0), 1e-12);
    EXPECT_GT(*digested.part_logs[1], std::log(3.9));
}

TEST(HalfDigest, CountsWhatTheRequestsAreWorth) {
    std::mt19937_64 random(6);
    std::normal_distribution<double> normal;
    constexpr int n = 10000;
    for (const double stickiness : {0.0, 0.8}) {
        std::vector<std::int64_t> arrivals;
        std::vector<std::int64_t> values;
        double previous = 0;
        for (int i = 0; i < n; ++i) {
            previous =
                stickiness * previous + std::sqrt(1 - stickiness * stickiness) * normal(random);
            arrivals.push_back(i * ms);
            values.push_back(std::llround((10 + previous) * 1e6));
        }
        const HalfDigest digested = digest({arrivals, values, n * ms}, 10);
        // (1 − φ)/(1 + φ) in the limit; a hundred batches know it to about a seventh.
        const double expected = n * (1 - stickiness) / (1 + stickiness);
        EXPECT_NEAR(digested.n_eff / expected, 1, 0.3) << stickiness;
        EXPECT_LE(digested.n_eff, n);
    }
}

TEST(HalfDigest, ThinsTheSampleEvenly) {
    const Visit visit([](int i) { return 1.0 + i; });
    const auto sample = digest(visit.half(), 10, 4).sample_ln;
    ASSERT_EQ(sample.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_NEAR(std::exp(sample[i]), 1 + 12.5 + 25 * static_cast<double>(i), 0.51);
    }
    EXPECT_EQ(digest(visit.half(), 10).sample_ln.size(), 100U);
}

TEST(HalfDigest, SaysNothingWhereThereIsNothing) {
    const std::vector<std::int64_t> outside{-5 * ms, 2000 * ms};
    const HalfDigest empty = digest({outside, outside, 1000 * ms}, 10);
    EXPECT_EQ(empty.n, 0);
    EXPECT_FALSE(empty.typical_log);
    const Visit zeros([](int) { return 0.0; });
    const HalfDigest zero = digest(zeros.half(), 10);
    EXPECT_EQ(zero.n, 100);
    EXPECT_FALSE(zero.typical_log);  // no logarithm
    EXPECT_TRUE(zero.sample_ln.empty());
    EXPECT_DOUBLE_EQ(zero.ties_at_p50, 1);
    const std::vector<std::int64_t> one{0};
    const HalfDigest single = digest({one, std::vector<std::int64_t>{3 * ms}, 1000 * ms}, 10);
    EXPECT_EQ(single.n, 1);
    EXPECT_NEAR(*single.typical_log, std::log(3.0), 1e-12);
    EXPECT_DOUBLE_EQ(single.max_ms, 3);
}

/// Ten million requests may take two seconds; the yardstick is a selection of the same values,
/// which every table makes several times.
TEST(HalfDigest, CostsAFewSelections) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer slows the two sides by different factors";
#endif
    constexpr int n = 200'000;
    std::mt19937_64 random(7);
    std::vector<std::int64_t> arrivals(n);
    std::vector<std::int64_t> values(n);
    for (int i = 0; i < n; ++i) {
        arrivals[static_cast<std::size_t>(i)] = i * 1000;
        values[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(random() % ms);
    }
    const auto seconds = [](auto work) {
        double least = 1e9;
        for (int round = 0; round < 5; ++round) {
            const auto start = std::chrono::steady_clock::now();
            work();
            least = std::min(
                least,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        return least;
    };
    const double yardstick = seconds([&] {
        auto copy = values;
        EXPECT_TRUE(quantile(copy, 0.5));
    });
    const double cost = seconds([&] { EXPECT_EQ(digest({arrivals, values, n * 1000}, 10).n, n); });
    RecordProperty("ns_per_request", std::to_string(cost / n * 1e9));
    EXPECT_LT(cost, 10 * yardstick);
}

}  // namespace
}  // namespace stallscope
