// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/simulated_cycles.h"
#include "analysis/verdict.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

const double five_percent = std::log(1.05);

LookRule obf(int cycles) {
    return {Looks::obf, cycles, 0.05, 25};
}
LookRule at_the_end(int cycles) {
    return {Looks::final, cycles, 0.05, 25};
}

ContrastSeries series_of(const std::vector<double>& d) {
    ContrastSeries series;
    series.b.assign(d.begin(), d.end());
    series.a.assign(d.size(), 0.0);
    return series;
}

Verdict judged(Member member, LookRule rule) {
    return judge(family_of({std::move(member)}, rule)).verdicts.at(0);
}

const std::vector<double> clearly_met = {0.011, 0.009, 0.0104, 0.0093, 0.0101};
const std::vector<double> clearly_not_met = {0.1, 0.1012, 0.1005, 0.098, 0.0995};
const std::vector<double> near_the_margin = {0.03, 0.06, 0.02, 0.07, 0.05};

TEST(Judge, ThreeWordsWithTheirFigures) {
    const auto met = judged(comparison(series_of(clearly_met), five_percent), obf(5));
    EXPECT_EQ(met.word, Word::met);
    EXPECT_EQ(met.locked_at, 3);
    EXPECT_EQ(met.look, 5);
    EXPECT_EQ(met.n, 5);
    EXPECT_NEAR(met.level.value(), 0.03518, 1e-12);
    EXPECT_TRUE(met.shown.ratio);
    EXPECT_NEAR(met.shown.value.value(), std::exp(0.00996), 1e-12);
    EXPECT_NEAR(met.shown.margin, 1.05, 1e-12);
    EXPECT_EQ(met.why, "");

    const auto not_met = judged(comparison(series_of(clearly_not_met), five_percent), obf(5));
    EXPECT_EQ(not_met.word, Word::not_met);

    const auto undecided = judged(comparison(series_of(near_the_margin), five_percent), obf(5));
    EXPECT_EQ(undecided.word, Word::undecided);
    EXPECT_FALSE(undecided.locked_at);
    EXPECT_EQ(undecided.why, "the interval contains the margin");
    EXPECT_TRUE(undecided.cycles_needed || undecided.more_than_200);
}

TEST(Judge, RatesArePrintedAsTheRatioOfTheRates) {
    // Cost −ln(rate): b has 10 % less cost in logs, so about 10 % more rate.
    Member member = comparison(series_of({-0.10, -0.11, -0.105}), -std::log(0.95));
    member.kind = CostScale::rate;
    const auto verdict = judged(member, at_the_end(3));
    EXPECT_EQ(verdict.word, Word::met);
    EXPECT_NEAR(verdict.shown.value.value(), std::exp(0.105), 1e-12);
    EXPECT_NEAR(verdict.shown.margin, 0.95, 1e-12);
    EXPECT_NEAR(verdict.shown.low.value(), std::exp(-verdict.high.value()), 1e-12);
    EXPECT_NEAR(verdict.shown.high.value(), std::exp(-verdict.low.value()), 1e-12);
    EXPECT_LT(verdict.shown.low95.value(), verdict.shown.high95.value());
}

TEST(Judge, TheFirstCrossingLocksAndTheIntervalGoesOn) {
    // Met after three cycles, then the other way.
    std::vector<double> d = {0.0100, 0.0101, 0.0099, 0.09, 0.095};
    const auto early =
        judged(comparison(series_of({d.begin(), d.begin() + 3}), five_percent), obf(5));
    const auto late = judged(comparison(series_of(d), five_percent), obf(5));
    EXPECT_EQ(early.word, Word::met);
    EXPECT_EQ(late.word, Word::met);
    EXPECT_EQ(late.locked_at, 3);
    EXPECT_GT(late.high.value(), five_percent);
}

TEST(Judge, WhatIsSaidLiveIsWhatIsSaidInTheEnd) {
    SimulatedCycles simulated(7);
    CriticalValues critical(obf(8));
    for (int run = 0; run < 200; ++run) {
        std::vector<Member> members;
        for (int i = 0; i < 3; ++i) {
            members.push_back(comparison(simulated.contrast(8, 0.05 * i, 0.01, 0.01), 0.05));
        }
        std::vector<Word> before(3, Word::undecided);
        for (std::size_t cycles = 3; cycles <= 8; ++cycles) {
            auto so_far = members;
            for (Member& member : so_far) {
                std::get<ContrastSeries>(member.data).b.resize(cycles);
                std::get<ContrastSeries>(member.data).a.resize(cycles);
            }
            const auto now = judge(family_of(so_far, obf(8)), &critical);
            for (std::size_t i = 0; i < 3; ++i) {
                if (before[i] != Word::undecided) {
                    EXPECT_EQ(now.verdicts[i].word, before[i]);
                }
                before[i] = now.verdicts[i].word;
            }
        }
    }
}

TEST(Judge, AFinalRuleIsSilentUntilTheLastCycle) {
    auto series = series_of(clearly_met);
    const auto whole = judged(comparison(series, five_percent), at_the_end(5));
    EXPECT_EQ(whole.word, Word::met);
    EXPECT_EQ(whole.locked_at, 5);
    series.b[2].reset();
    const auto part = judged(comparison(series, five_percent), at_the_end(5));
    EXPECT_EQ(part.word, Word::undecided);
    EXPECT_EQ(part.why, "a word comes after all 5 cycles only, 4 are complete");
    EXPECT_LT(part.high.value(), five_percent);
}

TEST(Judge, ACycleWithAMissingHalfVisitIsNoLook) {
    auto series = series_of(clearly_met);
    series.a[1].reset();
    const auto verdict = judged(comparison(series, five_percent), obf(5));
    EXPECT_EQ(verdict.n, 4);
    EXPECT_EQ(verdict.look, 4);
    EXPECT_EQ(verdict.locked_at, 3);
    const auto two = judged(comparison(series_of({0.01, 0.01}), five_percent), obf(5));
    EXPECT_EQ(two.word, Word::undecided);
    EXPECT_EQ(two.look, 0);
    EXPECT_EQ(two.why, "fewer than 3 complete cycles");
    EXPECT_FALSE(two.low);
    EXPECT_EQ(judged(comparison({}, five_percent), obf(5)).why, "fewer than 3 complete cycles");
}

TEST(Judge, ATypicalValueIsMetOnlyIfThePooledMeanIs) {
    auto series = series_of(clearly_met);
    for (int k = 0; k < 5; ++k) {
        series.total_a.emplace_back(CostTotal{1000, 100});
        series.total_b.emplace_back(CostTotal{k == 2 ? 1600.0 : 1010.0, 100});
    }
    const auto bursts = judged(comparison(series, five_percent), obf(5));
    EXPECT_EQ(bursts.word, Word::undecided);
    EXPECT_EQ(bursts.why, "burst-dominated");
    EXPECT_FALSE(bursts.cycles_needed);
    EXPECT_NEAR(bursts.mean_estimate.value(), std::log(5640.0 / 5000), 1e-12);
    series.total_b[2] = CostTotal{1010, 100};
    EXPECT_EQ(judged(comparison(series, five_percent), obf(5)).word, Word::met);
}

TEST(Judge, AbsoluteCriteriaNeedEveryCycleAndEndUnderTheConditionsOfThisRun) {
    Member member;
    member.data = AbsoluteSeries{{0.16, 0.14, 0.15}, 0.01};
    member.margin = *margin(MarginForm::at_most, CostScale::time, 0.5);
    const auto met = judged(member, at_the_end(3));
    EXPECT_EQ(met.word, Word::met);
    EXPECT_EQ(met.why, "under the conditions of this run");
    EXPECT_FALSE(met.shown.ratio);
    EXPECT_NEAR(met.shown.value.value(), 0.15, 1e-12);
    EXPECT_NEAR(met.high.value() - met.value.value(), met.value.value() - met.low.value(), 1e-12);

    // One cycle of five beyond the limit, and an interval that would pass all the same.
    member.data = AbsoluteSeries{{0.30, 0.30, 0.30, 0.30, 0.51, 0.30, 0.30, 0.30}, 0};
    const auto guarded = judged(member, at_the_end(8));
    EXPECT_LT(guarded.high.value(), 0.5);
    EXPECT_EQ(guarded.word, Word::undecided);
    EXPECT_THAT(guarded.why, HasSubstr("not every cycle"));
    EXPECT_THAT(guarded.why, HasSubstr("under the conditions of this run"));
}

TEST(Judge, BoundsFromBelowAreJudgedMirroredAndShownAsTheyAre) {
    Member member;
    member.data = AbsoluteSeries{{0.93, 0.95, 0.94}, 0};
    member.margin = *margin(MarginForm::gap_closed_at_least, CostScale::time, 0.9);
    const auto met = judged(member, at_the_end(3));
    EXPECT_EQ(met.word, Word::met);
    EXPECT_NEAR(met.shown.value.value(), 0.94, 1e-12);
    EXPECT_NEAR(met.shown.margin, 0.9, 1e-12);
    EXPECT_LT(met.shown.low.value(), 0.94);
    EXPECT_GT(met.shown.high.value(), 0.94);

    // Within 5 %: 2 % faster is inside, 8 % faster is not.
    Member lower = comparison(series_of({-0.02, -0.021, -0.019}), 0);
    lower.margin = *margin(MarginForm::within_lower, CostScale::time, 0.05);
    EXPECT_EQ(judged(lower, at_the_end(3)).word, Word::met);
    EXPECT_NEAR(judged(lower, at_the_end(3)).shown.value.value(), std::exp(-0.02), 1e-12);
    lower.data = series_of({-0.08, -0.081, -0.079});
    EXPECT_EQ(judged(lower, at_the_end(3)).word, Word::not_met);
}

TEST(Judge, NotMetIsSaidAfterHolmOverTheFamily) {
    // Alone p is about 0.03: enough for one criterion, not among four.
    const std::vector<double> just_above = {0.062, 0.055, 0.070, 0.049, 0.058};
    const auto alone = judged(comparison(series_of(just_above), five_percent), at_the_end(5));
    EXPECT_EQ(alone.word, Word::not_met);
    ASSERT_GT(alone.p_not.value(), 0.0125);
    const Member member = comparison(series_of(just_above), five_percent);
    const Member good = comparison(series_of(clearly_met), five_percent);
    const auto four = judge(family_of({member, good, good, good}, at_the_end(5)));
    EXPECT_EQ(four.verdicts[0].word, Word::undecided);
    EXPECT_THAT(four.verdicts[0].why, HasSubstr("alone not met"));
    EXPECT_THAT(four.verdicts[0].why, HasSubstr("not after Holm over 4 criteria"));
    EXPECT_GT(four.verdicts[0].adjusted_p.value(), 0.05);
    EXPECT_EQ(four.verdicts[1].word, Word::met);
    EXPECT_FALSE(four.any_not_met);
    EXPECT_FALSE(four.all_met);
    // Beside three that are clearly not met it is the last one left.
    const Member bad = comparison(series_of(clearly_not_met), five_percent);
    const auto among_bad = judge(family_of({member, bad, bad, bad}, at_the_end(5)));
    EXPECT_EQ(among_bad.verdicts[0].word, Word::not_met);
    EXPECT_TRUE(among_bad.any_not_met);
}

TEST(Judge, AllMetNeedsNoCorrection) {
    const Member good = comparison(series_of(clearly_met), five_percent);
    const auto judgement = judge(family_of({good, good, good, good, good}, obf(5)));
    EXPECT_TRUE(judgement.all_met);
    EXPECT_EQ(judgement.verdicts[0].locked_at, 3);
    EXPECT_FALSE(judge(family_of({}, obf(5))).all_met);
}

Member with_bank(const std::vector<double>& d, double s0) {
    Member member = comparison(series_of(d), five_percent);
    member.bank = Bank{s0, 19};
    return member;
}

TEST(Judge, UnresolvableReplacesUndecidedOnly) {
    EXPECT_EQ(judged(with_bank(near_the_margin, 0.1), obf(5)).word, Word::unresolvable);
    EXPECT_EQ(judged(with_bank(near_the_margin, 0.001), obf(5)).word, Word::undecided);
    EXPECT_EQ(judged(with_bank(clearly_met, 0.1), obf(5)).word, Word::met);
    EXPECT_EQ(judged(with_bank(clearly_met, 0.1), obf(5)).resolution.state,
              Resolvable::unresolvable);
    Member few = comparison({}, five_percent);
    few.unresolvable = "too few requests for P99 (120, needed 500)";
    EXPECT_EQ(judged(few, obf(5)).word, Word::unresolvable);
    EXPECT_EQ(judged(few, obf(5)).why, few.unresolvable);
}

TEST(Judge, InvalidBeforeExploratoryBeforeUnresolvable) {
    Member member = with_bank(near_the_margin, 0.1);
    member.exploratory = true;
    EXPECT_EQ(judged(member, obf(5)).word, Word::exploratory);
    member.invalid = "cell B was blocked more often than the others";
    EXPECT_EQ(judged(member, obf(5)).word, Word::invalid);
    EXPECT_EQ(judged(member, obf(5)).why, member.invalid);
}

Family with_control(const std::vector<double>& duplicate_differs) {
    Member member = comparison(series_of(clearly_met), five_percent);
    member.control = "gpu/both/service/typical";
    member.scope = "gpu/both/service";
    Family family = family_of({member}, obf(5));
    family.controls.push_back({member.control, member.scope, series_of(duplicate_differs)});
    return family;
}

TEST(Judge, AControlThatFindsALargeDifferenceMakesItsComparisonsInvalid) {
    Family family = with_control({0.02, 0.0205, 0.0198, 0.0202, 0.0201});
    Member other_statistic = family.members[0];
    other_statistic.control = "gpu/both/service/p99";
    Member other_stream = family.members[0];
    other_stream.control = "ane/both/service/typical";
    other_stream.scope = "ane/both/service";
    family.members.push_back(other_statistic);
    family.members.push_back(other_stream);
    const auto judgement = judge(family);
    EXPECT_EQ(judgement.controls[0].control.state, ControlState::invalid);
    EXPECT_EQ(judgement.verdicts[0].word, Word::invalid);
    EXPECT_THAT(judgement.verdicts[0].why, HasSubstr("identical code differed by 2 %"));
    EXPECT_EQ(judgement.verdicts[1].word, Word::invalid);
    EXPECT_EQ(judgement.verdicts[2].word, Word::met);
}

TEST(Judge, ASmallDifferenceOfTheControlWidensTheIntervals) {
    const auto plain = judge(with_control({0.0001, -0.0001, 0.0002, -0.0002, 0})).verdicts[0];
    const auto judgement = judge(with_control({0.004, 0.0041, 0.0039, 0.004, 0.004}));
    const auto& widened = judgement.verdicts[0];
    EXPECT_EQ(judgement.controls[0].control.state, ControlState::widen);
    const double by = judgement.controls[0].control.widen_by;
    EXPECT_NEAR(by, 0.004, 1e-12);
    EXPECT_NEAR(widened.low.value(), plain.low.value() - by, 1e-12);
    EXPECT_NEAR(widened.high.value(), plain.high.value() + by, 1e-12);
    EXPECT_FALSE(widened.notes.empty());
    EXPECT_TRUE(plain.notes.empty());
}

TEST(Judge, APassedControlThatCouldNotHaveFoundAnythingSaysSo) {
    const auto judgement = judge(with_control({0.05, -0.06, 0.04, -0.05, 0.02}));
    EXPECT_EQ(judgement.controls[0].control.state, ControlState::passed);
    EXPECT_FALSE(judgement.controls[0].control.informative);
    EXPECT_THAT(judgement.verdicts[0].notes, ::testing::Contains(HasSubstr("uninformative")));
}

TEST(Judge, ACensusIsACountAndNoMemberOfTheFamily) {
    Member census;
    census.id = "answers";
    census.data = CensusCount{0, 2885, 0, true};
    const Member good = comparison(series_of(clearly_met), five_percent);
    const auto judgement = judge(family_of({census, good}, obf(5)));
    EXPECT_TRUE(judgement.all_met);
    EXPECT_THAT(judgement.verdicts[0].notes, ::testing::Contains(HasSubstr("at most 0.001 ")));
    EXPECT_NEAR(judgement.verdicts[1].adjusted_p.value(), judgement.verdicts[1].p_not.value(), 0);
    census.data = CensusCount{1, 2885, 0, false};
    EXPECT_TRUE(judge(family_of({census, good}, obf(5))).any_not_met);
    census.data = CensusCount{0, 20, 0, false};
    EXPECT_EQ(judged(census, obf(5)).word, Word::undecided);
    census.data = CensusCount{0, 0, 0, true};
    EXPECT_EQ(judged(census, obf(5)).word, Word::undecided);
}

TEST(Judge, SeveralBuildsAreJudgedOnceWhenAllAreThere) {
    ContrastSeries series = series_of({0.010, 0.012, 0.025, 0.021, -0.004, -0.002});
    series.build = {1, 1, 2, 2, 3, 3};
    const auto whole = judged(comparison(series, five_percent), obf(6));
    EXPECT_EQ(whole.interval, IntervalUsed::builds);
    EXPECT_EQ(whole.n, 3);
    EXPECT_EQ(whole.word, Word::met);
    EXPECT_EQ(whole.locked_at, 6);
    series.b.pop_back();
    EXPECT_EQ(judged(comparison(series, five_percent), obf(6)).word, Word::undecided);
    ContrastSeries two = series_of({0.010, 0.012, 0.011, 0.012});
    two.build = {1, 1, 2, 2};
    EXPECT_EQ(judged(comparison(two, five_percent), obf(4)).why, "2 builds, 3 are needed");
}

TEST(Judge, TheClocksResolutionIsTheLeastUncertainty) {
    Member member = comparison(series_of({0.01, 0.01, 0.01}), five_percent);
    EXPECT_EQ(judged(member, at_the_end(3)).se, 0);
    member.resolution = 0.03;
    EXPECT_NEAR(judged(member, at_the_end(3)).se.value(), 0.03 / std::sqrt(18), 1e-12);
}

TEST(Judge, AnytimeWordsNeedNoPlannedNumberOfCycles) {
    const auto verdict =
        judged(comparison(series_of(clearly_met), 0.0198), {Looks::anytime, 0, 0.05, 25});
    EXPECT_EQ(verdict.word, Word::met);
    EXPECT_EQ(verdict.locked_at, 3);
}

TEST(Judge, WordsOfSeveralMembersMakeOne) {
    EXPECT_EQ(combined(std::vector{Word::met, Word::met}), Word::met);
    EXPECT_EQ(combined(std::vector{Word::met, Word::undecided}), Word::undecided);
    EXPECT_EQ(combined(std::vector{Word::undecided, Word::not_met}), Word::not_met);
    EXPECT_EQ(combined(std::vector{Word::not_met, Word::invalid}), Word::invalid);
    EXPECT_EQ(combined({}), Word::undecided);
}

}  // namespace
}  // namespace stallscope
