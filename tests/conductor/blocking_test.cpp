// SPDX-License-Identifier: Apache-2.0
#include "run/blocking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace stallscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A window in which nothing happened.
WindowSignals quiet(double window_s = 2) {
    WindowSignals signals;
    signals.window_s = signals.watched_s = window_s;
    signals.swapped_pages = 0;
    signals.throttled_s = signals.steal_s = signals.foreign_s = 0;
    return signals;
}

struct Case {
    const char* name;
    double window_s;
    std::function<void(WindowSignals&)> change;
    std::vector<std::string> ids;
};

class Blocking : public ::testing::TestWithParam<Case> {};

TEST_P(Blocking, BlocksAboveTheLimitAndNotAtIt) {
    auto signals = quiet(GetParam().window_s);
    GetParam().change(signals);
    std::vector<std::string> ids;
    for (const auto& reason : block_reasons(signals)) {
        ids.push_back(reason.id);
        EXPECT_FALSE(reason.says.empty());
        EXPECT_FALSE(advice_for(reason.id).empty());
        EXPECT_GT(reason.figure, 0);
    }
    EXPECT_EQ(ids, GetParam().ids);
}

using S = WindowSignals;
INSTANTIATE_TEST_SUITE_P(
    Signals, Blocking,
    ::testing::Values(
        Case{"nothing", 2, [](S&) {}, {}},
        Case{"nothing_readable",
             2,
             [](S& s) {
                 s.swapped_pages.reset();
                 s.throttled_s.reset();
                 s.steal_s.reset();
                 s.foreign_s.reset();
             },
             {}},
        // 5 % of a core over 2 s are 100 ms.
        Case{"foreign_at_the_limit", 2, [](S& s) { s.foreign_s = 0.100; }, {}},
        Case{"foreign_above", 2, [](S& s) { s.foreign_s = 0.101; }, {"foreign-cpu"}},
        // … over 0.3 s 15 ms, which a burst of two ticks on an idle machine exceeds.
        Case{"two_ticks_in_a_short_window", 0.3, [](S& s) { s.foreign_s = 0.020; }, {}},
        Case{"five_ticks_in_a_short_window", 0.3, [](S& s) { s.foreign_s = 0.050; }, {}},
        Case{
            "six_ticks_in_a_short_window", 0.3, [](S& s) { s.foreign_s = 0.060; }, {"foreign-cpu"}},
        Case{"both_limits_meet_at_one_second",
             1,
             [](S& s) { s.foreign_s = 0.051; },
             {"foreign-cpu"}},
        // The rate counts, over what was watched.
        Case{"a_part_was_watched",
             2,
             [](S& s) {
                 s.watched_s = 1.2;
                 s.foreign_s = 0.061;
             },
             {"foreign-cpu"}},
        Case{"steal_at_the_limit", 10, [](S& s) { s.steal_s = 0.100; }, {}},
        Case{"steal_above", 10, [](S& s) { s.steal_s = 0.110; }, {"steal"}},
        Case{"two_ticks_of_steal", 0.3, [](S& s) { s.steal_s = 0.020; }, {}},
        Case{"three_ticks_of_steal", 0.3, [](S& s) { s.steal_s = 0.030; }, {"steal"}},
        Case{"one_page_swapped", 2, [](S& s) { s.swapped_pages = 1; }, {"swap"}},
        Case{"throttled_for_a_microsecond", 2, [](S& s) { s.throttled_s = 1e-6; }, {"throttled"}},
        Case{"step_at_the_limit", 2, [](S& s) { s.realtime_step_s = 0.010; }, {}},
        Case{"step_forwards", 2, [](S& s) { s.realtime_step_s = 0.011; }, {"clock-jump"}},
        Case{"step_backwards", 2, [](S& s) { s.realtime_step_s = -0.011; }, {"clock-jump"}},
        Case{"suspended", 2, [](S& s) { s.suspended_s = 0.011; }, {"clock-jump"}},
        Case{"slewed_at_the_limit", 2, [](S& s) { s.slewed_s = 0.030; }, {}},
        Case{"slewed", 2, [](S& s) { s.slewed_s = -0.031; }, {"clock-jump"}},
        Case{"overflow", 2, [](S& s) { s.overflowed = 1; }, {"ring-overflow"}},
        Case{"ended_early", 2, [](S& s) { s.ended_after_s = 1.99; }, {"short-window"}},
        Case{"half_watched", 2, [](S& s) { s.watched_s = 1.0; }, {}},
        Case{"hardly_watched", 2, [](S& s) { s.watched_s = 0.99; }, {"short-window"}},
        Case{"never_read",
             2,
             [](S& s) {
                 s.watched_s = 0;
                 s.foreign_s.reset();
             },
             {"short-window"}},
        Case{"several",
             2,
             [](S& s) {
                 s.swapped_pages = 3;
                 s.foreign_s = 2;
             },
             {"swap", "foreign-cpu"}}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(BlockReasons, NameTheFigureItsLimitAndWhoItWas) {
    auto signals = quiet(2);
    signals.foreign_s = 1.74;
    signals.busiest = "hog (4711)";
    signals.busiest_s = 1.7;
    const auto reasons = block_reasons(signals);
    ASSERT_EQ(reasons.size(), 1u);
    EXPECT_EQ(reasons[0].says, "CPU outside the run 0.87 of a core (limit 0.05): hog (4711) 0.85");
    EXPECT_DOUBLE_EQ(reasons[0].figure, 0.87);
    EXPECT_FALSE(reasons[0].rows_missing);
    signals = quiet(0.25);
    signals.foreign_s = 0.1;
    EXPECT_EQ(in_one_sentence(block_reasons(signals)),
              "CPU outside the run 0.40 of a core (limit 0.20)");
}

TEST(BlockReasons, OnlyWhatIsNotWholeCannotBeKept) {
    auto signals = quiet();
    signals.overflowed = 7;
    signals.ended_after_s = 0.5;
    signals.swapped_pages = 1;
    const auto reasons = block_reasons(signals);
    ASSERT_EQ(reasons.size(), 3u);
    EXPECT_TRUE(reasons[0].rows_missing);
    EXPECT_TRUE(reasons[1].rows_missing);
    EXPECT_FALSE(reasons[2].rows_missing);
    EXPECT_THAT(in_one_sentence(reasons),
                HasSubstr("7 records found their ring full: the engine could not keep up"));
}

TEST(ACellThatCausesBlocks, HasThreeMoreThanEachOther) {
    using Blocks = std::map<std::string, int>;
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 0}, {"B", 0}}), std::nullopt);
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 2}, {"B", 0}}), std::nullopt);
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 3}, {"B", 0}}), "A");
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 1}, {"B", 4}, {"C", 1}}), "B");
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 1}, {"B", 4}, {"C", 2}}), std::nullopt);
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 9}, {"B", 9}}), std::nullopt);
    EXPECT_EQ(cell_that_causes(Blocks{{"A", 9}}), std::nullopt) << "nothing to compare with";
    EXPECT_EQ(cell_that_causes(Blocks{}), std::nullopt);
}

}  // namespace
}  // namespace stallscope
