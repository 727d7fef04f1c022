// SPDX-License-Identifier: Apache-2.0
#include "probe/cpu_use.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "probe/clock_reading.h"
#include "probe/cpu_time.h"
#include "spinning_child.h"

namespace stallscope {
namespace {

std::int64_t used_ns(pid_t pid) {
    return process_cpu_ns(pid).value_or(0);
}

TEST(CpuUse, WhatAChildBurnsIsOursAndWhatAStrangerBurnsIsForeign) {
    const Child ours([] {
        setpgid(0, 0);
        spin_forever();
    });
    ASSERT_TRUE(soon([&] { return members_of_group(ours.pid()).size() == 1; }));
    const Stranger neighbour(spin_forever);
    ASSERT_GT(neighbour.pid(), 1);
    const auto before = cpu_use(ours.pid());
    ASSERT_TRUE(before);
    const std::int64_t neighbour_before_ns = used_ns(neighbour.pid());
    ASSERT_TRUE(soon([&] {
        return used_ns(neighbour.pid()) - neighbour_before_ns > 300'000'000 &&
               cpu_between(*before, *cpu_use(ours.pid())).tree_s > 0.3;
    }));
    const double neighbour_s =
        static_cast<double>(used_ns(neighbour.pid()) - neighbour_before_ns) / 1e9;
    const auto after = cpu_use(ours.pid());
    const CpuSpent spent = cpu_between(*before, *after);
    EXPECT_GE(spent.tree_s, 0.3);
    EXPECT_GE(spent.own_s, spent.tree_s);
    EXPECT_GE(spent.foreign_s, 0.95 * neighbour_s);
    EXPECT_TRUE(after->foreign.contains(neighbour.pid()));
    EXPECT_FALSE(after->foreign.contains(ours.pid()));
    EXPECT_FALSE(after->foreign.contains(getpid()));
    EXPECT_FALSE(spent.busiest.empty());
    EXPECT_GE(spent.busiest_s, 0.9 * neighbour_s) << "the neighbour, or somebody busier still";
}

TEST(CpuUse, WhatAnEndedChildHadUsedStaysOurs) {
    Child ours(spin_forever);
    ASSERT_TRUE(soon([&] { return used_ns(ours.pid()) > 300'000'000; }));
    const auto before = cpu_use(-1);
    const std::int64_t had_ns = used_ns(ours.pid());
    ours.end();
    const auto after = cpu_use(-1);
    ASSERT_TRUE(before && after);
    EXPECT_GE(after->ended_children_ns - before->ended_children_ns, had_ns * 9 / 10);
    const double had_s = static_cast<double>(had_ns) / 1e9;
    EXPECT_LT(cpu_between(*before, *after).own_s, had_s) << "and it is not counted again";
}

TEST(CpuUse, AnotherHostOfTheRunIsNotForeign) {
    const Child other(spin_forever);
    ASSERT_TRUE(soon([&] { return used_ns(other.pid()) > 0; }));
    const auto use = cpu_use(-1);
    ASSERT_TRUE(use);
    EXPECT_TRUE(use->tree.empty());
    EXPECT_TRUE(use->own.contains(other.pid()));
    EXPECT_FALSE(use->foreign.contains(other.pid()));
}

TEST(CpuUse, AProcessIsCountedOnceThoughItIsKnownAndInTheGroup) {
    const Child ours([] {
        setpgid(0, 0);
        spin_forever();
    });
    ASSERT_TRUE(soon([&] {
        return !members_of_group(ours.pid()).empty() && *process_cpu_ns(ours.pid()) > 100'000'000;
    }));
    kill(ours.pid(), SIGSTOP);
    ASSERT_EQ(waitpid(ours.pid(), nullptr, WUNTRACED), ours.pid());
    const auto use = cpu_use(ours.pid(), {ours.pid(), ours.pid()});
    ASSERT_EQ(use->tree.size(), 1u);
    EXPECT_EQ(use->tree.at(ours.pid()).clock_ns, *process_cpu_ns(ours.pid()));
    EXPECT_FALSE(use->own.contains(ours.pid()));
}

TEST(CpuUse, TheWorkbenchIsNeitherOursNorForeign) {
    const auto use = cpu_use(-1, {}, getppid());
    ASSERT_TRUE(use);
    ASSERT_TRUE(use->app_ns);
    EXPECT_FALSE(use->foreign.contains(getppid()));
    EXPECT_FALSE(cpu_use(-1)->app_ns);
}

TEST(CpuUse, OnlyAnAncestorIsTheWorkbench) {
    unsetenv(app_pid_variable);
    EXPECT_EQ(app_process(), std::nullopt);
    setenv(app_pid_variable, std::to_string(getppid()).c_str(), 1);
    EXPECT_EQ(app_process(), getppid());
    const Stranger somebody(sleep_forever);
    for (const std::string& said : {std::to_string(somebody.pid()), std::string("nonsense"),
                                    std::string("-1"), std::string("")}) {
        setenv(app_pid_variable, said.c_str(), 1);
        EXPECT_EQ(app_process(), std::nullopt) << said;
    }
    unsetenv(app_pid_variable);
}

constexpr std::int64_t s = 1'000'000'000;

TEST(CpuUse, NothingIsEverNegative) {
    // Workers ended in between, and the machine's counters lag behind by their ticks.
    CpuUse before;
    before.tree[5] = {"worker", 5 * s, 0};
    before.tree[6] = {"worker", 4 * s, 0};
    before.engine_ns = 1 * s;
    before.machine_busy_ns = 50 * s;
    before.steal_ns = 5;
    before.foreign[7] = {"ends", 3 * s, 0};
    CpuUse after;
    after.tree[6] = {"worker", 4 * s, 0};
    after.engine_ns = 2 * s;
    after.machine_busy_ns = 50 * s + s / 2;
    after.steal_ns = 4;
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_EQ(spent.tree_s, 0);
    EXPECT_EQ(spent.own_s, 0);
    EXPECT_EQ(spent.engine_s, 1);
    EXPECT_EQ(spent.machine_busy_s, 0.5);
    EXPECT_EQ(spent.foreign_s, 0);
    EXPECT_EQ(spent.steal_s, 0);
}

TEST(CpuUse, WhatTheCountersLeaveOverIsForeignBeyondTheirUncertainty) {
    const double tick_s = static_cast<double>(machine_tick_ns()) / 1e9;
    CpuUse before;
    before.app_ns = 0;
    before.tree[5] = {"host", 0, 0};
    before.own[6] = {"other", 0, 0};
    CpuUse after;
    after.tree[5] = {"host", s, 0};
    after.own[6] = {"other", s / 2, 0};
    after.ended_children_ns = s / 2;
    after.engine_ns = 400'000'000;
    after.app_ns = 100'000'000;
    after.machine_busy_ns = 10 * s;
    after.steal_ns = 250'000'000;
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_DOUBLE_EQ(spent.tree_s, 1);
    EXPECT_DOUBLE_EQ(spent.own_s, 2);
    EXPECT_DOUBLE_EQ(spent.uncertain_s, 5 * tick_s + 3 * std::sqrt(tick_s * 10));
    EXPECT_DOUBLE_EQ(spent.foreign_s, 10 - 2 - 0.4 - 0.1 - spent.uncertain_s);
    EXPECT_EQ(spent.steal_s, 0.25);
    EXPECT_EQ(spent.app_s, 0.1);
    EXPECT_EQ(spent.busiest, "") << "nobody who can be seen";
}

TEST(CpuUse, WhatCanBeSeenIsForeignToTheNanosecond) {
    CpuUse before;
    before.foreign[7] = {"grows", 1 * s, 0};
    before.foreign[8] = {"ends", 40 * s, 0};
    before.foreign[9] = {"waits", 0, 0};
    CpuUse after;
    after.foreign[7] = {"grows", 1 * s + 20'000'000, 0};
    after.foreign[9] = {"waits", 0, 40 * s + 3'000'000};  // for 8
    after.foreign[10] = {"new", 2'000'000, 0};
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_NEAR(spent.foreign_s, 0.025, 1e-9);
    EXPECT_EQ(spent.busiest, "grows (7)");
    EXPECT_DOUBLE_EQ(spent.busiest_s, 0.020);
}

TEST(CpuUse, AnEndedThreadOfTheKernelHidesNobody) {
    // Nobody waits for those: their time is gone with them.
    CpuUse before;
    before.foreign[3] = {"kworker", 9 * s, 0};
    before.foreign[7] = {"hog", 0, 0};
    CpuUse after;
    after.foreign[7] = {"hog", s, 0};
    EXPECT_EQ(cpu_between(before, after).foreign_s, 1);
}

TEST(CpuUse, AnEndedDriverOfManyShortProcessesIsSeen) {
    CpuUse before;
    before.foreign[7] = {"make", 0, 10 * s};
    CpuUse after;
    after.foreign[7] = {"make", 10'000'000, 12 * s};
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_NEAR(spent.foreign_s, 2.01, 1e-9);
    EXPECT_EQ(spent.busiest, "make (7)");
}

TEST(CpuUse, AnOwnProcessThatInitWaitedForIsNotForeign) {
    CpuUse before;
    before.foreign[1] = {"init", 0, 0};
    before.tree[5] = {"worker", 30 * s, 0};
    CpuUse after;
    after.foreign[1] = {"init", 0, 30 * s};
    EXPECT_EQ(cpu_between(before, after).foreign_s, 0);
}

TEST(ClockReading, ClocksGoTogetherUnlessSomebodySetsThem) {
    const auto before = clock_reading();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto after = clock_reading();
    const auto change = clock_change(before, after);
    EXPECT_GE(change.elapsed_s, 0.020);
    EXPECT_GT(before.boottime_ns, 0);
    EXPECT_GE(before.boottime_ns, before.monotonic_ns - 1'000'000);
}

TEST(ClockReading, StepsSleepAndSlewAreToldApart) {
    const ClockReading before{1'000, 2'000, 3'000, 4'000};
    ClockReading after{1'000 + 2'000'000'000, 2'000 + 2'000'000'000, 3'000 + 2'000'000'000,
                       4'000 + 2'000'000'000};
    EXPECT_EQ(clock_change(before, after).realtime_step_s, 0);
    EXPECT_EQ(clock_change(before, after).suspended_s, 0);
    EXPECT_EQ(clock_change(before, after).slewed_s, 0);
    after.realtime_ns -= 50'000'000;
    EXPECT_DOUBLE_EQ(clock_change(before, after).realtime_step_s, -0.05);
    after.boottime_ns += 30'000'000;
    EXPECT_DOUBLE_EQ(clock_change(before, after).suspended_s, 0.03);
    after.raw_ns -= 10'000'000;
    EXPECT_DOUBLE_EQ(clock_change(before, after).slewed_s, 0.01);
    EXPECT_DOUBLE_EQ(clock_change(before, after).elapsed_s, 2);
}

}  // namespace
}  // namespace stallscope
