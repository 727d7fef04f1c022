// SPDX-License-Identifier: Apache-2.0
#include "cli/run_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace stallscope::cli {
namespace {

using Kind = WatchLine::Kind;

events::Plan some_plan() {
    events::Plan plan;
    plan.cycles = 2;
    plan.visits = {{0, 0, 0, 0, "held", "both", 2, 0, 4},
                   {1, 1, 0, 1, "released", "both", 2, 4, 4}};
    return plan;
}

std::string only_line(const std::vector<WatchLine>& lines) {
    return lines.size() == 1 ? lines[0].text : std::to_string(lines.size()) + " lines";
}

TEST(RunWatch, AFinishedVisitIsALineWithItsFigures) {
    RunWatch watch;
    watch.hear(some_plan());
    EXPECT_TRUE(watch.hear(events::VisitStarted{3, 1, 1, 1, 0, "released", "both", 4}).empty());
    watch.hear(events::Samples{3, "gpu", {0.1, 0.3}, {0.1, 0.3}, {}, {}, {}});
    EXPECT_EQ(only_line(watch.hear(events::VisitFinished{3, "complete", "", {{"gpu", 2}}})),
              "visit 2/2  released/both  cycle 2/2  gpu return P50 0.200 ms");
}

TEST(RunWatch, WithoutSamplesTheCountsAreShown) {
    RunWatch watch;
    watch.hear(some_plan());
    watch.hear(events::VisitStarted{3, 0, 1, 0, 0, "held", "both", 4});
    EXPECT_EQ(only_line(watch.hear(events::VisitFinished{3, "complete", "", {{"gpu", 2}}})),
              "visit 1/2  held/both  cycle 1/2  gpu 2 requests");
}

TEST(RunWatch, AFailedVisitIsTroubleWithItsReason) {
    RunWatch watch;
    watch.hear(some_plan());
    watch.hear(events::VisitStarted{3, 0, 2, 0, 0, "held", "both", 4});
    const auto lines = watch.hear(events::VisitFinished{3, "failed", "the host died\x1b[2J", {}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].kind, Kind::trouble);
    EXPECT_EQ(lines[0].text,
              "visit 1/2  held/both  cycle 1/2  attempt 2  failed: the host died [2J");
}

TEST(RunWatch, StepsAndFindingsAreLines) {
    RunWatch watch;
    EXPECT_EQ(only_line(watch.hear(events::Step{"checks", "clock resolution 1 ns"})),
              "checks: clock resolution 1 ns");
    const auto lines =
        watch.hear(events::FindingSeen{{"load", "warns", "held", "a busy core", "close it"}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].kind, Kind::trouble);
    EXPECT_EQ(lines[0].text, "warns: held: a busy core. Close it.");
}

TEST(RunWatch, TheBottomLineFollows) {
    RunWatch watch;
    watch.hear(some_plan());
    watch.hear(events::Step{"checks", "…"});
    const auto now = RunWatch::Clock::now();
    EXPECT_EQ(watch.progress(now).now, "checks");
    EXPECT_LT(watch.progress(now).left_s, 0);
    EXPECT_EQ(watch.time_left(now), "");
    watch.hear(events::VisitStarted{3, 1, 1, 1, 0, "released", "both", 4});
    watch.hear(events::Progress{0.5, 60, 60, 1, 2, "running"});
    const auto later = watch.progress(RunWatch::Clock::now() + std::chrono::seconds(20));
    EXPECT_EQ(later.now, "released/both");
    EXPECT_EQ(later.cycle, 2);
    EXPECT_EQ(later.cycles, 2);
    EXPECT_DOUBLE_EQ(later.fraction, 0.5);
    EXPECT_NEAR(later.left_s, 40, 2);
    EXPECT_THAT(watch.time_left(RunWatch::Clock::now()), ::testing::StartsWith("about "));
    watch.hear(events::VisitFinished{3, "complete", "", {}});
    EXPECT_EQ(watch.time_left(RunWatch::Clock::now()), "") << "nothing comes after the last visit";
}

TEST(RunWatch, TimeStandsStillWhilePaused) {
    RunWatch watch;
    watch.hear(some_plan());
    watch.hear(events::Progress{0.5, 60, 60, 1, 2, "paused"});
    const auto later = watch.progress(RunWatch::Clock::now() + std::chrono::seconds(20));
    EXPECT_EQ(later.state, "paused");
    EXPECT_DOUBLE_EQ(later.left_s, 60);
}

}  // namespace
}  // namespace stallscope::cli
