// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "analysis/contrast.h"
#include "analysis/distributions.h"
#include "analysis/golden.h"
#include "analysis/margin.h"
#include "analysis/outcome.h"
#include "analysis/verdict.h"

namespace stallscope {
namespace {

const golden::Section margins("margins");
const golden::Section paired_vectors("paired");
const golden::Section pooled_vectors("pooled");
const golden::Section builds("build_level");

MarginForm form_of(const std::string& name) {
    if (name == "worse_by_less_than") {
        return MarginForm::worse_by_less_than;
    }
    if (name == "better_by_at_least") {
        return MarginForm::better_by_at_least;
    }
    EXPECT_EQ(name, "at_least_times");
    return MarginForm::at_least_times;
}

/// Everything that follows from an estimate, against the vector's keys.
void expect_interval(const Estimate& estimate, double margin, const nlohmann::json& v) {
    EXPECT_GOLDEN(estimate.value, v, "est");
    EXPECT_GOLDEN(estimate.se, v, "se");
    EXPECT_GOLDEN(estimate.df, v, "df");
    const Bounds at_alpha = bounds(estimate, t_critical(0.05, estimate.df));
    EXPECT_GOLDEN(at_alpha.low, v, "low");
    EXPECT_GOLDEN(at_alpha.high, v, "high");
    const Bounds wide = bounds(estimate, t_quantile(0.975, estimate.df));
    EXPECT_GOLDEN(wide.low, v, "low95");
    EXPECT_GOLDEN(wide.high, v, "high95");
    EXPECT_GOLDEN(p_met(estimate, margin), v, "p_met");
    EXPECT_GOLDEN(p_not_met(estimate, margin), v, "p_not_met");
    EXPECT_EQ(to_text(three_outcomes(at_alpha, margin)), v.at("word")) << v.dump();
}

CycleValues cycle_values(const std::vector<double>& values) {
    return {values.begin(), values.end()};
}

Family final_family(int cycles, IntervalKind interval, ContrastSeries series, double margin) {
    Family family;
    family.rule = {Looks::final, cycles, 0.05, 25};
    family.interval = interval;
    Member member;
    member.id = "the only one";
    member.data = std::move(series);
    member.margin = {margin, false};
    family.members.push_back(std::move(member));
    return family;
}

/// The same vector through the whole of judge().
void expect_judged(const Family& family, const nlohmann::json& v) {
    const Verdict verdict = judge(family).verdicts.at(0);
    EXPECT_GOLDEN(verdict.value.value(), v, "est");
    EXPECT_GOLDEN(verdict.se.value(), v, "se");
    EXPECT_GOLDEN(verdict.df.value(), v, "df");
    EXPECT_GOLDEN(verdict.low.value(), v, "low");
    EXPECT_GOLDEN(verdict.high.value(), v, "high");
    EXPECT_GOLDEN(verdict.low95.value(), v, "low95");
    EXPECT_GOLDEN(verdict.high95.value(), v, "high95");
    EXPECT_GOLDEN(verdict.p_met.value(), v, "p_met");
    EXPECT_GOLDEN(verdict.p_not.value(), v, "p_not_met");
    EXPECT_EQ(to_text(verdict.word), v.at("word"));
    EXPECT_NEAR(verdict.shown.value.value(), std::exp(v.at("est").get<double>()), 1e-9);
}

TEST(GoldenContrast, Margins) {
    for (const auto& v : margins.vectors()) {
        const auto kind = v.at("kind") == "rate" ? CostScale::rate : CostScale::time;
        const auto found = margin(form_of(v.at("form")), kind, v.at("value"));
        ASSERT_TRUE(found);
        EXPECT_GOLDEN(found->value, v, "M");
        EXPECT_FALSE(found->mirrored);
    }
}

TEST(GoldenContrast, PairedCyclesAreJudgedByStudentsT) {
    for (const auto& v : paired_vectors.vectors()) {
        ASSERT_EQ(v.at("alpha"), 0.05);
        const auto a = golden::numbers(v.at("yA"));
        const auto b = golden::numbers(v.at("yB"));
        std::vector<double> d;
        for (std::size_t k = 0; k < a.size(); ++k) {
            d.push_back(b[k] - a[k]);
        }
        const auto estimate = paired(d);
        ASSERT_TRUE(estimate);
        EXPECT_GOLDEN(estimate->s_d, v, "s_d");
        EXPECT_EQ(estimate->n, v.at("K"));
        expect_interval(*estimate, v.at("M"), v);
        EXPECT_GOLDEN(std::exp(estimate->value), v, "ratio");
        ContrastSeries series;
        series.a = cycle_values(a);
        series.b = cycle_values(b);
        expect_judged(final_family(v.at("K"), IntervalKind::paired, series, v.at("M")), v);
    }
}

TEST(GoldenContrast, PooledIntervalsStandBehindTheirGate) {
    for (const auto& v : pooled_vectors.vectors()) {
        ASSERT_EQ(v.at("gate_q"), 0.75);
        const auto y = v.at("y").get<std::vector<std::vector<double>>>();
        PooledFit fit;
        const auto estimate = pooled(y, v.at("b"), v.at("a"), &fit);
        ASSERT_TRUE(estimate);
        EXPECT_GOLDEN(fit.mse, v, "mse");
        EXPECT_GOLDEN(fit.se, v, "se_pooled");
        EXPECT_GOLDEN(fit.df, v, "df_pooled");
        EXPECT_GOLDEN(fit.gate_f, v, "F");
        EXPECT_GOLDEN(fit.gate_critical, v, "F_crit");
        EXPECT_EQ(fit.gate_passed, v.at("gate") == "pass");
        EXPECT_GOLDEN(estimate->s_d / std::sqrt(estimate->n), v, "se_paired");
        EXPECT_GOLDEN(estimate->n - 1, v, "df_paired");
        expect_interval(*estimate, v.at("M"), v);

        ContrastSeries series;
        for (std::size_t c = 0; c < y.size(); ++c) {
            auto& row = c == v.at("b")   ? series.b
                        : c == v.at("a") ? series.a
                                         : series.others.emplace_back();
            row = cycle_values(y[c]);
        }
        const auto family = final_family(static_cast<int>(y.front().size()), IntervalKind::pooled,
                                         series, v.at("M"));
        expect_judged(family, v);
        const Verdict verdict = judge(family).verdicts.at(0);
        EXPECT_GOLDEN(verdict.gate_f.value(), v, "F");
        EXPECT_EQ(to_text(verdict.interval), v.at("gate") == "pass" ? "pooled" : "paired");
    }
}

TEST(GoldenContrast, BuildsAreTheUnitWhereThereAreSeveral) {
    for (const auto& v : builds.vectors()) {
        std::vector<double> d;
        std::vector<int> build;
        for (const auto& [name, values] : v.at("d_by_build").items()) {
            for (const double value : values) {
                d.push_back(value);
                build.push_back(name.at(1) - '0');
            }
        }
        const auto means = build_means(d, build);
        const auto expected = golden::numbers(v.at("d_build"));
        ASSERT_EQ(means.size(), expected.size());
        for (std::size_t i = 0; i < means.size(); ++i) {
            EXPECT_NEAR(means[i], expected[i], golden::tolerance);
        }
        // The vector has no margin: 5 % for a time is the one that gives its p values.
        const double five_percent = std::log(1.05);
        expect_interval(*paired(means), five_percent, v);
        ContrastSeries series;
        series.b = cycle_values(d);
        series.a = CycleValues(d.size(), 0.0);
        series.build = build;
        const auto family =
            final_family(static_cast<int>(d.size()), IntervalKind::paired, series, five_percent);
        expect_judged(family, v);
        EXPECT_EQ(judge(family).verdicts.at(0).interval, IntervalUsed::builds);
    }
}

}  // namespace
}  // namespace stallscope
