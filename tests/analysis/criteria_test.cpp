// SPDX-License-Identifier: Apache-2.0
#include "analysis/criteria.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made_values.h"

namespace stallscope {
namespace {

using testing::HasSubstr;

const Figure return_mean{"return", "mean"};
const Figure return_typical{"return", "typical"};
const Figure rate_total{"throughput", "total"};

/// A: about 2 ms and 100 req/s, B: about 1 ms and 90 req/s, five cycles with a spread of 1 %.
RunValues two_cells() {
    RunValues values;
    const std::vector<double> spread = {1.0, 1.01, 0.99, 1.005, 0.995};
    for (const Figure& figure : {return_mean, return_typical}) {
        std::vector<double> a, b;
        for (std::size_t k = 0; k < spread.size(); ++k) {
            a.push_back(2 * spread[k]);
            b.push_back(1 * spread[4 - k]);
        }
        put(values, "A", "gpu", figure, a);
        put(values, "B", "gpu", figure, b);
    }
    std::vector<double> a, b;
    for (std::size_t k = 0; k < spread.size(); ++k) {
        a.push_back(100 * spread[k]);
        b.push_back(90 * spread[4 - k]);
    }
    put(values, "A", "gpu", rate_total, a);
    put(values, "B", "gpu", rate_total, b);
    values.complete = true;
    return values;
}

Experiment experiment_with(std::vector<Criterion> criteria) {
    Experiment experiment;
    experiment.cells = {cell_named("A"), cell_named("B")};
    experiment.cycles = 5;
    experiment.looks = Looks::final;
    experiment.criteria = std::move(criteria);
    return experiment;
}

CriterionResult judged(const Criterion& criterion, const RunValues& values,
                       const std::vector<Finding>& blocking = {}) {
    return judge_criteria(experiment_with({criterion}), values, {}, blocking).criteria.at(0);
}

TEST(Criteria, EveryFormComparesTheRightWayRound) {
    struct Case {
        const char* name;
        Criterion criterion;
        double value, margin;
        const char* status;
    };
    const RunValues values = two_cells();
    const std::vector<Case> cases = {
        {"time at most", criterion_on(return_mean, Form::at_most_ms, 1.1), 1, 1.1, "met"},
        {"time at most, over", criterion_on(return_mean, Form::at_most_ms, 0.9), 1, 0.9, "not_met"},
        {"time at least", criterion_on(return_mean, Form::at_least_ms, 1.1), 1, 1.1, "not_met"},
        {"rate at least", criterion_on(rate_total, Form::at_least, 85), 90, 85, "met"},
        {"time not worse", criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A"), 0.5, 1.1,
         "met"},
        {"rate worse by just the bound",
         criterion_on(rate_total, Form::worse_by_less_than, 0.1, "A"), 0.9, 0.9, "undecided"},
        {"rate worse by less", criterion_on(rate_total, Form::worse_by_less_than, 0.2, "A"), 0.9,
         0.8, "met"},
        {"rate worse by more", criterion_on(rate_total, Form::worse_by_less_than, 0.05, "A"), 0.9,
         0.95, "not_met"},
        {"time better by", criterion_on(return_mean, Form::better_by_at_least, 0.4, "A"), 0.5, 0.6,
         "met"},
        {"rate better by", criterion_on(rate_total, Form::better_by_at_least, 0.05, "A"), 0.9, 1.05,
         "not_met"},
        {"time better times", criterion_on(return_mean, Form::at_least_times, 1.8, "A"), 2, 1.8,
         "met"},
        {"rate better times", criterion_on(rate_total, Form::at_least_times, 1.5, "A"), 0.9, 1.5,
         "not_met"},
        {"typical", criterion_on(return_typical, Form::worse_by_less_than, 0.1, "A"), 0.5, 1.1,
         "met"},
    };
    for (const Case& c : cases) {
        const CriterionResult found = judged(c.criterion, values);
        EXPECT_EQ(found.status, c.status) << c.name << ": " << found.why;
        EXPECT_NEAR(found.value.value_or(-1), c.value, 1e-3) << c.name;
        EXPECT_DOUBLE_EQ(found.margin.value_or(-1), c.margin) << c.name;
        ASSERT_TRUE(found.low && found.high) << c.name;
        EXPECT_LT(*found.low, *found.value) << c.name;
        EXPECT_GT(*found.high, *found.value) << c.name;
        EXPECT_EQ(found.n, 5) << c.name;
    }
}

TEST(Criteria, WithinIsMetOnlyBetweenBothSides) {
    const RunValues values = two_cells();
    const auto wide = judged(criterion_on(rate_total, Form::within, 0.2, "A"), values);
    EXPECT_EQ(wide.status, "met");
    ASSERT_EQ(wide.parts.size(), 2U);
    EXPECT_DOUBLE_EQ(*wide.parts[0].margin, 1.2);
    EXPECT_DOUBLE_EQ(*wide.parts[1].margin, 0.8);
    EXPECT_EQ(wide.parts[0].side, "upper");
    EXPECT_EQ(wide.parts[1].side, "lower");
    const auto narrow = judged(criterion_on(rate_total, Form::within, 0.05, "A"), values);
    EXPECT_EQ(narrow.status, "not_met");
    EXPECT_DOUBLE_EQ(*narrow.margin, 0.95) << "the side that is not met decides";
}

TEST(Criteria, AGapIsClosedByTheShareOfTheWay) {
    RunValues values = two_cells();
    put(values, "C", "gpu", return_mean, {1.1, 1.11, 1.1, 1.09, 1.1});
    Criterion criterion = criterion_on(return_mean, Form::gap_closed, 0.8);
    criterion.cell = "C";
    criterion.gap_from = "A";
    criterion.gap_to = "B";
    const auto found = judged(criterion, values);
    EXPECT_EQ(found.status, "met") << found.why;
    EXPECT_NEAR(*found.value, 0.9, 0.01);
    EXPECT_LT(*found.low, *found.value);
    criterion.bound = 0.95;
    EXPECT_EQ(judged(criterion, values).status, "not_met");
}

TEST(Criteria, SeveralConditionsHaveOneWordAndAPartEach) {
    RunValues values = two_cells();
    put(values, "A", "gpu", return_mean, {1, 1.01, 0.99, 1, 1.02}, "alone");
    put(values, "B", "gpu", return_mean, {2, 2.01, 1.99, 2, 2.02}, "alone");
    Criterion criterion = criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A");
    criterion.conditions = {"both", "alone"};
    const auto found = judged(criterion, values);
    EXPECT_EQ(found.status, "not_met");
    EXPECT_EQ(found.condition, "alone");
    ASSERT_EQ(found.parts.size(), 2U);
    EXPECT_EQ(found.parts[0].status, "met");
    EXPECT_EQ(found.parts[1].status, "not_met");
}

TEST(Criteria, AFigureThatIsNotThereLeavesItUndecidedAndSaysWhy) {
    const RunValues values = two_cells();
    const auto found =
        judged(criterion_on(return_mean, Form::worse_by_less_than, 0.1, "Z"), values);
    EXPECT_EQ(found.status, "undecided");
    EXPECT_FALSE(found.value.has_value());
    EXPECT_THAT(found.why, HasSubstr("fewer than 3 complete cycles"));
}

TEST(Criteria, ATailWithTooFewRequestsIsUnresolvable) {
    RunValues values = two_cells();
    const Figure tail{"return", "p99"};
    put(values, "A", "gpu", tail, {2, 2, 2, 2, 2});
    put(values, "B", "gpu", tail, {1, 1, 1, 1, 1});
    for (auto& [cycle, value] : values.streams[{"B", "both", "gpu"}].values[tail]) {
        value = VisitValue{};
        value.too_few = true;
        value.why = "too few requests for P99 (120, needed 500)";
    }
    const auto found = judged(criterion_on(tail, Form::worse_by_less_than, 0.1, "A"), values);
    EXPECT_EQ(found.status, "unresolvable");
    EXPECT_THAT(found.why, HasSubstr("needed 500"));
}

TEST(Criteria, AMetTypicalWhoseMeanIsOnTheWrongSideIsBurstDominated) {
    RunValues values = two_cells();
    for (auto& [cycle, total] : values.streams[{"B", "both", "gpu"}].totals["return"]) {
        total.cost_ms *= 3;
    }
    const auto found =
        judged(criterion_on(return_typical, Form::worse_by_less_than, 0.1, "A"), values);
    EXPECT_EQ(found.status, "undecided");
    EXPECT_THAT(found.why, HasSubstr("burst-dominated"));
}

TEST(Criteria, OnlyWhatTheEmulatedCoresMakeSpeaksOfTheMechanismOnly) {
    RunValues values = two_cells();
    values.streams[{"B", "both", "gpu"}].emulated = true;
    EXPECT_TRUE(judged(criterion_on(rate_total, Form::at_least, 85), values).mechanism_only);
    EXPECT_FALSE(judged(criterion_on(return_mean, Form::at_most_ms, 2), values).mechanism_only);
}

TEST(Criteria, ACensusCountsOnlyWhatWasCompared) {
    RunValues values = two_cells();
    Criterion answers;
    answers.id = "answers";
    answers.metric = "mismatches";
    answers.form = Form::at_most;
    EXPECT_EQ(judged(answers, values).status, "invalid");
    values.streams[{"A", "both", "gpu"}].tallies[0].answers_checked = 1000;
    EXPECT_EQ(judged(answers, values).status, "met");
    Tally& b = values.streams[{"B", "both", "gpu"}].tallies[0];
    b.answers_checked = 1000;
    b.mismatches = 1;
    EXPECT_EQ(judged(answers, values).status, "not_met");
    EXPECT_EQ(*judged(answers, values).value, 1);
    EXPECT_EQ(judged(answers, values).of, 2000);
    EXPECT_THAT(judged(answers, values).why, HasSubstr("1 of 2000"));
    answers.cell = "A";
    EXPECT_EQ(judged(answers, values).status, "met");
}

TEST(Criteria, ACensusOfARunThatGoesOnIsNotMetYetNorGreen) {
    RunValues values = two_cells();
    values.complete = false;
    values.streams[{"A", "both", "gpu"}].tallies[0].answers_checked = 1000;
    Criterion answers;
    answers.metric = "mismatches";
    answers.form = Form::at_most;
    EXPECT_EQ(judged(answers, values).status, "undecided");
}

TEST(Criteria, ServedAsDeclaredCountsTheRequestsThatWereNot) {
    RunValues values = two_cells();
    Criterion served;
    served.metric = "served_as_declared";
    served.form = Form::at_least;
    served.bound = 1;
    EXPECT_EQ(judged(served, values).status, "invalid") << "no request tells where it was served";
    Tally& tally = values.streams[{"A", "both", "gpu"}].tallies[0];
    tally.served_known = 1000;
    EXPECT_EQ(judged(served, values).status, "met");
    tally.served_elsewhere = 1;
    EXPECT_EQ(judged(served, values).status, "not_met");
}

TEST(Criteria, AShareOfErrorsIsJudgedPerCycle) {
    RunValues values = two_cells();
    for (int k = 0; k < 5; ++k) {
        values.streams[{"B", "both", "gpu"}].tallies[k].errors = 50;
    }
    Criterion share = criterion_on({"errors", ""}, Form::at_most, 0.1);
    share.share = true;
    const auto low = judged(share, values);
    EXPECT_EQ(low.status, "met") << low.why;
    EXPECT_NEAR(*low.value, 0.05, 1e-9);
    share.bound = 0.02;
    EXPECT_EQ(judged(share, values).status, "not_met");
    share.form = Form::worse_by_less_than;
    share.against = "A";
    share.bound = 0.1;
    EXPECT_EQ(judged(share, values).status, "met") << "5 points against a margin of 10";
}

TEST(Criteria, ABlockingFindingMakesWhatItNamesInvalid) {
    const RunValues values = two_cells();
    const Criterion criterion = criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A");
    Finding finding{"foreign-cpu", "blocks", "", "0.9 of a core went to others", "", {}, ""};
    EXPECT_EQ(judged(criterion, values, {finding}).status, "invalid");
    EXPECT_THAT(judged(criterion, values, {finding}).why, HasSubstr("0.9 of a core"));
    finding.cells = {"A", "C"};
    EXPECT_EQ(judged(criterion, values, {finding}).status, "met") << "another pair of cells";
    finding.cells = {"A", "B"};
    EXPECT_EQ(judged(criterion, values, {finding}).status, "invalid");
    finding.condition = "alone";
    EXPECT_EQ(judged(criterion, values, {finding}).status, "met") << "another condition";
    finding.condition = "both";
    finding.severity = "warns";
    EXPECT_EQ(judged(criterion, values, {finding}).status, "met") << "a warning blocks nothing";
}

TEST(Criteria, EditedAfterTheSealIsExploratory) {
    const RunValues values = two_cells();
    Criterion criterion = criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A");
    criterion.exploratory = true;
    EXPECT_EQ(judged(criterion, values).status, "exploratory");
    EXPECT_TRUE(judged(criterion, values).after_seal);
}

TEST(Criteria, AFailedControlMakesTheComparisonsItWatchesInvalid) {
    RunValues values = two_cells();
    Experiment experiment =
        experiment_with({criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A"),
                         criterion_on(rate_total, Form::worse_by_less_than, 0.2, "A")});
    experiment.cells.push_back(cell_named("A2", "A"));
    put(values, "A2", "gpu", return_mean, {2.2, 2.21, 2.2, 2.22, 2.19});
    put(values, "A2", "gpu", rate_total, {100.1, 101, 99.2, 100.4, 99.6});
    const auto found = judge_criteria(experiment, values);
    EXPECT_EQ(found.criteria[0].status, "invalid");
    EXPECT_THAT(found.criteria[0].why, HasSubstr("identical code differed"));
    EXPECT_EQ(found.criteria[1].status, "met") << "another metric has a control of its own";
    ASSERT_EQ(found.controls.size(), 2U);
    EXPECT_EQ(found.controls[0].state, "invalid");
    EXPECT_NEAR(*found.controls[0].value, 1.1, 0.01);
    EXPECT_EQ(found.controls[1].state, "passed");
}

TEST(Criteria, WithoutAControlTheResultSaysSo) {
    const auto found =
        judged(criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A"), two_cells());
    EXPECT_THAT(found.notes, testing::Contains(HasSubstr("no control")));
}

TEST(Criteria, AChangedDuplicateIsNoControl) {
    Experiment experiment =
        experiment_with({criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A")});
    experiment.cells.push_back(cell_named("A2", "A"));
    experiment.cells.back().host.nice = 5;
    EXPECT_TRUE(judge_criteria(experiment, two_cells()).controls.empty());
}

TEST(Criteria, TheBankFlagsWhatSoFewCyclesCannotResolve) {
    RunValues values;
    put(values, "A", "gpu", return_mean, {2, 2.4, 1.7, 2.2, 1.9});
    put(values, "B", "gpu", return_mean, {2.1, 1.8, 2.3, 1.9, 2.2});
    Experiment experiment =
        experiment_with({criterion_on(return_mean, Form::worse_by_less_than, 0.02, "A")});
    experiment.windows.seconds = 20;
    NoiseBank bank;
    bank.fingerprint = "machine";
    bank.entries = {{"gpu", "both", "return", "mean", 20, {0.2, 19}, ""}};
    const auto flagged = judge_criteria(experiment, values, bank).criteria[0];
    EXPECT_EQ(flagged.status, "unresolvable") << flagged.why;
    EXPECT_EQ(flagged.resolution, "unresolvable");
    EXPECT_GT(*flagged.d80, *flagged.half_width);
    experiment.windows.seconds = 10;
    EXPECT_EQ(judge_criteria(experiment, values, bank).criteria[0].status, "undecided")
        << "a bank of another window length says nothing";
}

TEST(Criteria, LooksComeAfterEveryCycleAndTheFirstCrossingLocks) {
    Experiment experiment =
        experiment_with({criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A")});
    experiment.looks = Looks::obf;
    RunValues values;
    const std::vector<double> a = {2, 2.02, 1.98, 2.01, 1.99};
    const std::vector<double> b = {1, 1.01, 0.99, 1, 1.01};
    std::optional<int> locked;
    for (std::size_t n = 1; n <= a.size(); ++n) {
        RunValues so_far;
        put(so_far, "A", "gpu", return_mean, {a.begin(), a.begin() + static_cast<long>(n)});
        put(so_far, "B", "gpu", return_mean, {b.begin(), b.begin() + static_cast<long>(n)});
        const auto found = judge_criteria(experiment, so_far).criteria[0];
        if (n < 3) {
            EXPECT_EQ(found.status, "undecided") << n;
            EXPECT_EQ(found.look, 0) << n;
        } else {
            EXPECT_EQ(found.look, static_cast<int>(n));
            EXPECT_EQ(found.status, "met") << n << found.why;
            if (!locked) locked = found.locked_at;
            EXPECT_EQ(found.locked_at, locked) << "a locked word does not move";
        }
    }
    EXPECT_EQ(locked, 3);
}

TEST(Criteria, APooledIntervalSaysWhatItMayCost) {
    RunValues values = two_cells();
    put(values, "C", "gpu", return_mean, {1.5, 1.51, 1.49, 1.5, 1.52});
    Experiment experiment =
        experiment_with({criterion_on(return_mean, Form::worse_by_less_than, 0.1, "A")});
    experiment.cells.push_back(cell_named("C"));
    experiment.interval = IntervalKind::pooled;
    const auto found = judge_criteria(experiment, values).criteria[0];
    ASSERT_EQ(found.interval, "pooled");
    EXPECT_THAT(found.notes, testing::Contains(HasSubstr("pooled over the cells")));
    EXPECT_LE(*found.gate_f, *found.gate_critical);
}

}  // namespace
}  // namespace stallscope
