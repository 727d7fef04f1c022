// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "analysis/contrast.h"
#include "analysis/golden.h"
#include "analysis/half_visit.h"
#include "analysis/quantile.h"
#include "analysis/renewal_rate.h"

namespace stallscope {
namespace {

const golden::Section quantiles("quantile_type7");
const golden::Section rates("half_visit_rate");
const golden::Section drift("mirrored_drift_cancels");

constexpr double ns_per_ms = 1e6;
constexpr double per_second_per_ms = 1000;

std::int64_t ns(double ms) {
    return std::llround(ms * ns_per_ms);
}

std::vector<std::int64_t> all_ns(const nlohmann::json& values_ms) {
    std::vector<std::int64_t> values;
    for (const double value : values_ms) {
        values.push_back(ns(value));
    }
    return values;
}

TEST(GoldenHalfVisit, QuantilesAreOfTypeSeven) {
    for (const auto& v : quantiles.vectors()) {
        auto values = all_ns(v.at("x"));
        EXPECT_GOLDEN(quantile(values, v.at("p")).value() / ns_per_ms, v, "q");
    }
}

TEST(GoldenHalfVisit, RatesAreTakenBetweenRenewalPoints) {
    for (const auto& v : rates.vectors()) {
        auto arrivals = all_ns(v.at("arrivals_ms"));
        const auto& after = v.at("first_arrival_after_T");
        if (!after.is_null()) {
            arrivals.push_back(ns(after));
        }
        const std::int64_t window_ns = ns(v.at("T_ms"));
        const auto cut = rate_parts(arrivals, window_ns, v.at("parts"));
        ASSERT_TRUE(cut);
        EXPECT_EQ(cut->edges_ns, all_ns(v.at("edges")));
        EXPECT_EQ(cut->closed_by_arrival, !after.is_null());

        std::vector<double> given;
        std::vector<double> lns;
        for (const auto& rate : cut->per_second) {
            if (rate) {
                given.push_back(*rate / per_second_per_ms);
                lns.push_back(std::log(given.back()));
            }
        }
        const auto expected = golden::numbers(v.at("part_rates_per_ms"));
        ASSERT_EQ(given.size(), expected.size());
        for (std::size_t i = 0; i < given.size(); ++i) {
            EXPECT_NEAR(given[i], expected[i], golden::tolerance);
        }
        std::sort(lns.begin(), lns.end());
        const std::size_t half = lns.size() / 2;
        EXPECT_GOLDEN(lns.size() % 2 == 1 ? lns[half] : (lns[half - 1] + lns[half]) / 2, v,
                      "typical_log");

        const auto total = renewal_rate(arrivals, window_ns);
        ASSERT_TRUE(total);
        EXPECT_GOLDEN(std::log(total->per_second() / per_second_per_ms), v, "total_log");
        const HalfVisit half_visit{arrivals, {}, window_ns};
        const auto value =
            visit_value(std::span(&half_visit, 1), CostScale::rate, Statistic::mean, 10);
        EXPECT_GOLDEN(-value.y.value() - std::log(per_second_per_ms), v, "total_log");
        EXPECT_EQ(value.open_end, after.is_null());
    }
}

TEST(GoldenHalfVisit, LinearDriftCancelsInAMirroredCycle) {
    for (const auto& v : drift.vectors()) {
        const auto h1_a = golden::numbers(v.at("h1A"));
        const auto h2_a = golden::numbers(v.at("h2A"));
        const auto h1_b = golden::numbers(v.at("h1B"));
        const auto h2_b = golden::numbers(v.at("h2B"));
        const auto d = golden::numbers(v.at("d"));
        for (std::size_t k = 0; k < d.size(); ++k) {
            // Half-visits whose requests all take e^x ms have the statistic x.
            const auto y_of = [](double h1, double h2) {
                const std::vector<std::int64_t> arrivals(100, 0);
                const std::vector<std::int64_t> first(100, ns(std::exp(h1)));
                const std::vector<std::int64_t> second(100, ns(std::exp(h2)));
                const std::vector<HalfVisit> halves = {{arrivals, first, 1}, {arrivals, second, 1}};
                return visit_value(halves, CostScale::time, Statistic::mean, 10).y.value();
            };
            constexpr double whole_ns = 1e-6;  // of about a millisecond
            EXPECT_NEAR(y_of(h1_a[k], h2_a[k]), golden::numbers(v.at("yA"))[k], whole_ns);
            EXPECT_NEAR(y_of(h1_b[k], h2_b[k]), golden::numbers(v.at("yB"))[k], whole_ns);
            EXPECT_NEAR((h1_b[k] + h2_b[k]) / 2 - (h1_a[k] + h2_a[k]) / 2, d[k], golden::tolerance);
        }
    }
}

}  // namespace
}  // namespace stallscope
