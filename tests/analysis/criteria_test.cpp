// SPDX-License-Identifier: Apache-2.0
#include "analysis/criteria.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stallscope {
namespace {

using testing::HasSubstr;

Row row_of(const std::string& cell, double rate, double return_ms) {
    Row row;
    row.cell = cell;
    row.condition = "both";
    row.stream = "gpu";
    row.figures.n = 1000;
    row.figures.throughput_rps = rate;
    Summary& summary = row.figures.legs_ms["return"];
    summary.n = 1000;
    summary.mean = summary.p50 = summary.p95 = return_ms;
    row.figures.legs_ms["device"];
    row.why_null["legs_ms.device"] = "no device timer (host span)";
    row.why_null["legs_ms.return.p99"] = "fewer than 299 requests";
    return row;
}

Criterion of(const std::string& metric, const std::string& statistic, Form form, double bound,
             const std::string& against = "") {
    Criterion criterion;
    criterion.id = "c";
    criterion.metric = metric;
    criterion.statistic = statistic;
    criterion.stream = "gpu";
    criterion.cell = "B";
    criterion.against = against;
    criterion.conditions = {"both"};
    criterion.form = form;
    criterion.bound = bound;
    return criterion;
}

CriterionResult judged(const Criterion& criterion, const std::vector<Row>& rows) {
    Experiment experiment;
    experiment.criteria = {criterion};
    return judge(experiment, rows).at(0);
}

TEST(Criteria, EveryFormComparesTheRightWayRound) {
    struct Case {
        const char* name;
        Criterion criterion;
        double value, margin;
        const char* status;
    };
    // A: 100 req/s, 2 ms. B: 90 req/s, 1 ms.
    const std::vector<Row> rows = {row_of("A", 100, 2), row_of("B", 90, 1)};
    const std::vector<Case> cases = {
        {"time at most", of("return", "p50", Form::at_most_ms, 1), 1, 1, "met"},
        {"time at most, over", of("return", "p50", Form::at_most_ms, 0.9), 1, 0.9, "not_met"},
        {"time at least", of("return", "mean", Form::at_least_ms, 1.1), 1, 1.1, "not_met"},
        {"rate at least", of("throughput", "total", Form::at_least, 90), 90, 90, "met"},
        {"time not worse", of("return", "p95", Form::worse_by_less_than, 0.1, "A"), 0.5, 1.1,
         "met"},
        {"rate worse by exactly the bound",
         of("throughput", "total", Form::worse_by_less_than, 0.1, "A"), 0.9, 0.9, "not_met"},
        {"rate worse by less", of("throughput", "total", Form::worse_by_less_than, 0.2, "A"), 0.9,
         0.8, "met"},
        {"time better by", of("return", "mean", Form::better_by_at_least, 0.5, "A"), 0.5, 0.5,
         "met"},
        {"rate better by", of("throughput", "total", Form::better_by_at_least, 0.05, "A"), 0.9,
         1.05, "not_met"},
        {"time better times", of("return", "mean", Form::at_least_times, 2, "A"), 2, 2, "met"},
        {"rate better times", of("throughput", "total", Form::at_least_times, 1.5, "A"), 0.9, 1.5,
         "not_met"},
    };
    for (const Case& c : cases) {
        const CriterionResult found = judged(c.criterion, rows);
        EXPECT_EQ(found.status, c.status) << c.name;
        EXPECT_DOUBLE_EQ(found.value.value_or(-1), c.value) << c.name;
        EXPECT_DOUBLE_EQ(found.margin.value_or(-1), c.margin) << c.name;
    }
}

TEST(Criteria, AMissingFigureIsInvalidWithTheReasonOfItsRow) {
    const std::vector<Row> rows = {row_of("A", 100, 2), row_of("B", 90, 1)};
    const auto device = judged(of("device", "mean", Form::at_most_ms, 1), rows);
    EXPECT_EQ(device.status, "invalid");
    EXPECT_EQ(device.why, "no device timer (host span)");
    const auto tail = judged(of("return", "p99", Form::at_most_ms, 1), rows);
    EXPECT_EQ(tail.status, "invalid");
    EXPECT_EQ(tail.why, "fewer than 299 requests");
    const auto against = judged(of("return", "mean", Form::worse_by_less_than, 0.1, "Z"), rows);
    EXPECT_EQ(against.status, "invalid");
    EXPECT_THAT(against.why, HasSubstr("cell Z"));
}

TEST(Criteria, ARatioOverNothingIsInvalid) {
    const std::vector<Row> rows = {row_of("A", 100, 0), row_of("B", 90, 1)};
    const auto found = judged(of("return", "mean", Form::worse_by_less_than, 0.1, "A"), rows);
    EXPECT_EQ(found.status, "invalid");
    EXPECT_FALSE(found.value.has_value());
}

TEST(Criteria, OnlyWhatTheEmulatedCoresMakeSpeaksOfTheMechanismOnly) {
    std::vector<Row> rows = {row_of("A", 100, 2), row_of("B", 90, 1)};
    rows[1].emulated = true;
    EXPECT_TRUE(judged(of("throughput", "total", Form::at_least, 90), rows).mechanism_only);
    EXPECT_FALSE(judged(of("return", "mean", Form::at_most_ms, 1), rows).mechanism_only);
}

TEST(Criteria, ACensusCountsOnlyWhatWasCompared) {
    std::vector<Row> rows = {row_of("A", 100, 2), row_of("B", 90, 1)};
    Criterion answers;
    answers.metric = "mismatches";
    answers.form = Form::at_most;
    EXPECT_EQ(judged(answers, rows).status, "invalid");
    rows[0].figures.answers_checked = 1000;
    EXPECT_EQ(judged(answers, rows).status, "met");
    rows[1].figures.answers_checked = 1000;
    rows[1].figures.mismatches = 1;
    EXPECT_EQ(judged(answers, rows).status, "not_met");
    EXPECT_EQ(*judged(answers, rows).value, 1);
    answers.cell = "A";
    EXPECT_EQ(judged(answers, rows).status, "met");
}

}  // namespace
}  // namespace stallscope
