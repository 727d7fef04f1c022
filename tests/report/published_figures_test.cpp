// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the first document, through our own functions: what it printed must come out.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/criteria.h"
#include "analysis/renewal_rate.h"
#include "report/numbers.h"

namespace stallscope {
namespace {

TEST(PublishedFigures, ShareOfTheOccupancyIncrease) {
    EXPECT_EQ(percent_text(7.36 / 8.08), "91.1 %");
}

TEST(PublishedFigures, CountsAreRatesTimesSixtySeconds) {
    struct Case {
        std::int64_t n;
        const char* rate;
    };
    for (const Case c : {Case{2885, "48.1"}, Case{4347, "72.5"}, Case{4169, "69.5"}}) {
        RenewalRate rate;
        rate.n = c.n;
        rate.span_ns = 60'000'000'000;
        EXPECT_EQ(rate_text(rate.per_second()), c.rate);
        EXPECT_NEAR(rate.per_second() * 60, static_cast<double>(c.n), 1e-9);
    }
}

/// The table of the document, as three cycles with the same figures: their spread was not
/// published, so the intervals are points and the words are those of the point values.
void put(RunValues& values, const std::string& cell, const std::string& condition,
         const std::string& stream, const Figure& figure, double raw) {
    StreamValues& place = values.streams[{cell, condition, stream}];
    for (int cycle = 0; cycle < 3; ++cycle) {
        VisitValue value;
        value.raw = raw;
        value.y = figure.metric == "throughput" ? -std::log(raw) : std::log(raw);
        place.values[figure][cycle] = value;
        place.tallies[cycle] = {1000, 0, 0, 1000, 0, 1000};
    }
}

RunValues published() {
    const Figure return_mean{"return", "mean"};
    const Figure device_mean{"device", "mean"};
    const Figure rate{"throughput", "total"};
    const Figure tail{"e2e", "p99"};
    RunValues values;
    values.complete = true;
    put(values, "A", "both", "gpu", return_mean, 7.74);
    put(values, "B", "both", "gpu", return_mean, 0.13);
    put(values, "C", "both", "gpu", return_mean, 0.16);
    put(values, "A", "both", "gpu", device_mean, 12.04);
    put(values, "C", "both", "gpu", device_mean, 12.11);
    put(values, "A", "both", "gpu", rate, 48.1);
    put(values, "C", "both", "gpu", rate, 69.5);
    put(values, "A", "solo-ane", "ane", rate, 99.0);
    put(values, "C", "solo-ane", "ane", rate, 98.4);
    put(values, "A", "both", "ane", rate, 95.9);
    put(values, "C", "both", "ane", rate, 83.0);
    put(values, "A", "solo-ane", "ane", tail, 11.06);
    put(values, "C", "solo-ane", "ane", tail, 10.56);
    put(values, "A", "both", "ane", tail, 12.08);
    put(values, "C", "both", "ane", tail, 13.55);
    return values;
}

Criterion of_c(const std::string& id, const Figure& figure, const std::string& stream, Form form,
               double bound, std::vector<std::string> conditions) {
    Criterion criterion;
    criterion.id = id;
    criterion.metric = figure.metric;
    criterion.statistic = figure.statistic;
    criterion.stream = stream;
    criterion.cell = "C";
    criterion.conditions = std::move(conditions);
    criterion.form = form;
    criterion.bound = bound;
    return criterion;
}

Criterion against_a(Criterion criterion) {
    criterion.against = "A";
    return criterion;
}

TEST(PublishedFigures, CriteriaAreMetYesYesNoNoYes) {
    Experiment experiment;
    experiment.cycles = 3;
    Criterion toward =
        of_c("toward-process", {"return", "mean"}, "gpu", Form::gap_closed, 0.9, {"both"});
    toward.gap_from = "A";
    toward.gap_to = "B";
    Criterion answers;
    answers.id = "answers";
    answers.metric = "mismatches";
    answers.form = Form::at_most;
    Criterion routing;
    routing.id = "routing";
    routing.metric = "served_as_declared";
    routing.form = Form::at_least;
    routing.bound = 1;
    experiment.criteria = {
        of_c("return", {"return", "mean"}, "gpu", Form::at_most_ms, 0.5, {"both"}),
        toward,
        against_a(
            of_c("device", {"device", "mean"}, "gpu", Form::worse_by_less_than, 0.02, {"both"})),
        against_a(of_c("throughput", {"throughput", "total"}, "ane", Form::worse_by_less_than, 0.05,
                       {"solo-ane", "both"})),
        against_a(of_c("tail", {"e2e", "p99"}, "ane", Form::worse_by_less_than, 0.05,
                       {"solo-ane", "both"})),
        answers,
        routing,
        against_a(of_c("gpu-rate", {"throughput", "total"}, "gpu", Form::worse_by_less_than, 0.05,
                       {"both"}))};
    const auto found = judge_criteria(experiment, published()).criteria;
    ASSERT_EQ(found.size(), 8U);
    EXPECT_EQ(found[0].status, "met");
    EXPECT_EQ(found[1].status, "met");
    EXPECT_NEAR(*found[1].value, (7.74 - 0.16) / (7.74 - 0.13), 1e-12);
    EXPECT_EQ(found[2].status, "met");
    EXPECT_EQ(found[3].status, "not_met");
    ASSERT_EQ(found[3].parts.size(), 2U);
    EXPECT_EQ(found[3].parts[0].status, "met");
    EXPECT_EQ(change_text(*found[3].parts[0].value), "-0.6 %");
    EXPECT_EQ(found[3].parts[1].status, "not_met");
    EXPECT_EQ(change_text(*found[3].parts[1].value), "-13.5 %");
    EXPECT_DOUBLE_EQ(*found[3].margin, 0.95);
    EXPECT_EQ(found[4].status, "not_met");
    EXPECT_EQ(found[4].parts[0].status, "met");
    EXPECT_EQ(ratio_text(*found[4].value), "×1.12");
    EXPECT_DOUBLE_EQ(*found[4].margin, 1.05);
    EXPECT_EQ(found[5].status, "met");
    EXPECT_EQ(found[6].status, "met");
    EXPECT_EQ(change_text(*found[7].value), "+44.5 %");
    EXPECT_EQ(found[7].status, "met");
}

TEST(Numbers, HaveAFixedLookAndNoNegativeZero) {
    EXPECT_EQ(ms_text(7.6716), "7.672");
    EXPECT_EQ(ms_text(-0.0001), "0.000");
    EXPECT_EQ(ms_text(-0.395), "-0.395");
    EXPECT_EQ(change_text(1.0), "0.0 %");
    EXPECT_EQ(change_text(0.9999), "0.0 %");
    EXPECT_EQ(rounded(0.1234567), 0.123457);
    EXPECT_FALSE(std::signbit(rounded(-1e-9)));
    EXPECT_EQ(rounded(1e300), 1e300);
}

}  // namespace
}  // namespace stallscope
