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

/// One row with a throughput and an e2e P99, as far as the comparison needs it.
Row row_of(const std::string& cell, const std::string& stream, double rate, double e2e_p99) {
    Row row;
    row.cell = cell;
    row.condition = "both";
    row.stream = stream;
    row.figures.n = 4000;
    row.figures.answers_checked = 4000;
    row.figures.throughput_rps = rate;
    row.figures.legs_ms["e2e"].n = 4000;
    row.figures.legs_ms["e2e"].p99 = e2e_p99;
    return row;
}

Criterion compare(const std::string& metric, const std::string& statistic,
                  const std::string& stream) {
    Criterion criterion;
    criterion.id = metric + "-" + stream;
    criterion.metric = metric;
    criterion.statistic = statistic;
    criterion.stream = stream;
    criterion.cell = "C";
    criterion.against = "A";
    criterion.conditions = {"both"};
    criterion.form = Form::worse_by_less_than;
    criterion.bound = 0.05;
    return criterion;
}

TEST(PublishedFigures, CriteriaOfCAgainstAAreThoseOfTheTable) {
    Experiment experiment;
    experiment.criteria = {compare("throughput", "total", "gpu"),
                           compare("throughput", "total", "ane"), compare("e2e", "p99", "ane")};
    Criterion answers;
    answers.id = "answers";
    answers.metric = "mismatches";
    answers.form = Form::at_most;
    experiment.criteria.push_back(answers);
    const std::vector<Row> rows = {row_of("A", "gpu", 48.1, 23.24), row_of("C", "gpu", 69.5, 15.66),
                                   row_of("A", "ane", 95.9, 12.08),
                                   row_of("C", "ane", 83.0, 13.55)};
    const auto found = judge(experiment, rows);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(change_text(*found[0].value), "+44.5 %");
    EXPECT_EQ(found[0].status, "met");
    EXPECT_EQ(change_text(*found[1].value), "-13.5 %");
    EXPECT_EQ(found[1].status, "not_met");
    EXPECT_DOUBLE_EQ(*found[1].margin, 0.95);
    EXPECT_EQ(ratio_text(*found[2].value), "×1.12");
    EXPECT_EQ(found[2].status, "not_met");
    EXPECT_DOUBLE_EQ(*found[2].margin, 1.05);
    EXPECT_EQ(found[3].status, "met");
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
