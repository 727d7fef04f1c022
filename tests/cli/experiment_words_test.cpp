// SPDX-License-Identifier: Apache-2.0
#include "cli/experiment_words.h"

#include <gtest/gtest.h>

namespace stallscope::cli {
namespace {

Criterion about(std::string metric, std::string statistic, Form form, double bound) {
    Criterion criterion;
    criterion.metric = std::move(metric);
    criterion.statistic = std::move(statistic);
    criterion.stream = "gpu";
    criterion.cell = "C";
    criterion.conditions = {"both"};
    criterion.form = form;
    criterion.bound = bound;
    return criterion;
}

TEST(CriteriaInWords, SayTheFigureThePlaceAndTheBound) {
    Criterion against = about("e2e", "typical", Form::within, 0.05);
    against.against = "A";
    Criterion gap = about("return", "mean", Form::gap_closed, 0.9);
    gap.gap_from = "A";
    gap.gap_to = "B";
    gap.margin_from = "ours";
    Criterion share = about("errors", "", Form::at_most, 0.01);
    share.share = true;
    Criterion difference = about("errors", "", Form::worse_by_less_than, 0.001);
    difference.share = true;
    difference.against = "A";
    Criterion several = about("throughput", "total", Form::at_least, 70);
    several.conditions = {"alone", "both"};
    Criterion served;
    served.metric = "served_as_declared";
    served.form = Form::at_least;
    served.bound = 1;
    Criterion errors;
    errors.metric = "errors";
    errors.conditions = {"alone", "both"};

    const struct {
        Criterion criterion;
        const char* says;
    } cases[] = {
        {about("return", "mean", Form::at_most_ms, 0.5),
         "mean return of gpu in C/both at most 0.5 ms"},
        {against, "typical e2e of gpu in C/both within 5 % of A"},
        {gap,
         "mean return of gpu in C/both at least 90 % of the way from A to B; bound from: ours"},
        {share, "errors of gpu in C/both at most 1 % of the requests"},
        {difference, "errors of gpu in C/both worse than A by less than 0.1 percentage points"},
        {several, "total throughput of gpu in C, in each of alone and both at least 70 a second"},
        {served, "served_as_declared in every visit"},
        {errors, "errors in alone and both at most 0"},
    };
    for (const auto& [criterion, says] : cases) EXPECT_EQ(in_words(criterion), says);
}

TEST(JudgingInWords, NamesTheLooksAndTheNoise) {
    Experiment experiment;
    EXPECT_EQ(judging_in_words(experiment),
              "Words may come after every complete cycle from the third on, at levels that "
              "together are as strict as one look at the end; every interval is from the cycles' "
              "own differences.");
    experiment.looks = Looks::final;
    experiment.interval = IntervalKind::pooled;
    EXPECT_EQ(judging_in_words(experiment),
              "Words come after the last cycle only; the noise of all cells of a condition is "
              "pooled while they are equally noisy.");
}

}  // namespace
}  // namespace stallscope::cli
