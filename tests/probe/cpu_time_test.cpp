// SPDX-License-Identifier: Apache-2.0
#include "probe/cpu_time.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "spinning_child.h"

namespace stallscope {
namespace {

bool has(const std::vector<pid_t>& pids, pid_t pid) {
    return std::find(pids.begin(), pids.end(), pid) != pids.end();
}

TEST(CpuTime, ASpinningProcessUsesMoreThanASleepingOne) {
    const Child spinning(spin_forever);
    const Child sleeping(sleep_forever);
    ASSERT_TRUE(soon([&] { return process_cpu_ns(spinning.pid()).value_or(0) > 200'000'000; }));
    const std::int64_t spun_ns = *process_cpu_ns(spinning.pid());
    const std::int64_t slept_ns = *process_cpu_ns(sleeping.pid());
    EXPECT_GT(spun_ns, 5 * slept_ns);
}

TEST(CpuTime, AProcessThatIsGoneIsAnErrorThatNamesIt) {
    Child child(sleep_forever);
    const pid_t pid = child.pid();
    child.end();
    const Result<std::int64_t> time = process_cpu_ns(pid);
    ASSERT_FALSE(time);
    EXPECT_NE(time.error().says.find(std::to_string(pid)), std::string::npos);
    EXPECT_EQ(cpu_ns_of({pid}), 0);
}

TEST(CpuTime, DescendantsAreFoundThroughTheirParents) {
    const Child child([] {
        if (fork() == 0) {
            sleep_forever();
        }
        sleep_forever();
    });
    ASSERT_TRUE(soon([&] { return descendants_of(child.pid()).size() == 2; }));
    const std::vector<pid_t> found = descendants_of(child.pid());
    EXPECT_EQ(found[0], child.pid());
    EXPECT_TRUE(has(descendants_of(getpid()), found[1]));
    kill(found[1], SIGKILL);
}

TEST(CpuTime, TheGroupIsFoundAndNobodyElse) {
    const Child leader([] {
        setpgid(0, 0);
        if (fork() == 0) {
            sleep_forever();
        }
        sleep_forever();
    });
    const Child stranger(sleep_forever);
    ASSERT_TRUE(soon([&] { return members_of_group(leader.pid()).size() == 2; }));
    const std::vector<pid_t> members = members_of_group(leader.pid());
    EXPECT_TRUE(has(members, leader.pid()));
    EXPECT_FALSE(has(members, stranger.pid()));
    EXPECT_FALSE(has(members, getpid()));
    kill(-leader.pid(), SIGKILL);
}

TEST(CpuTime, WhatAChildBurnsIsTheTreesAndWhatANeighbourBurnsIsForeign) {
    const Child ours([] {
        setpgid(0, 0);
        spin_forever();
    });
    ASSERT_TRUE(soon([&] { return members_of_group(ours.pid()).size() == 1; }));
    const Child neighbour(spin_forever);
    const auto before = cpu_use(ours.pid());
    ASSERT_TRUE(before);
    const std::int64_t neighbour_before_ns = *process_cpu_ns(neighbour.pid());
    // Long enough for the ticks to be small against it, whatever else runs on the machine.
    ASSERT_TRUE(soon([&] {
        return *process_cpu_ns(neighbour.pid()) - neighbour_before_ns > 500'000'000 &&
               cpu_between(*before, *cpu_use(ours.pid())).tree_s > 0.5;
    }));
    const auto after = cpu_use(ours.pid());
    const double neighbour_s =
        static_cast<double>(*process_cpu_ns(neighbour.pid()) - neighbour_before_ns) / 1e9;
    const CpuSpent spent = cpu_between(*before, *after);
    EXPECT_GT(spent.tree_s, 0.5);
    EXPECT_GT(spent.foreign_s, 0.5 * neighbour_s);
    EXPECT_GE(spent.machine_busy_s, spent.foreign_s + spent.engine_s);
}

TEST(CpuTime, AProcessIsCountedOnceThoughItIsKnownAndInTheGroup) {
    const Child ours([] {
        setpgid(0, 0);
        spin_forever();
    });
    ASSERT_TRUE(soon([&] {
        return !members_of_group(ours.pid()).empty() && *process_cpu_ns(ours.pid()) > 100'000'000;
    }));
    kill(ours.pid(), SIGSTOP);
    ASSERT_EQ(waitpid(ours.pid(), nullptr, WUNTRACED), ours.pid());
    EXPECT_EQ(cpu_use(ours.pid(), {ours.pid(), ours.pid()})->tree_ns, *process_cpu_ns(ours.pid()));
}

TEST(CpuTime, NothingIsEverNegative) {
    // A worker ended in between, and the machine's counters lag behind by their ticks.
    const CpuUse before{.tree_ns = 9'000'000'000,
                        .engine_ns = 1'000'000'000,
                        .machine_busy_ns = 50'000'000'000,
                        .steal_ns = 5};
    const CpuUse after{.tree_ns = 4'000'000'000,
                       .engine_ns = 2'000'000'000,
                       .machine_busy_ns = 50'500'000'000,
                       .steal_ns = 4};
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_EQ(spent.tree_s, 0);
    EXPECT_EQ(spent.engine_s, 1);
    EXPECT_EQ(spent.machine_busy_s, 0.5);
    EXPECT_EQ(spent.foreign_s, 0);
    EXPECT_EQ(spent.steal_s, 0);
}

TEST(CpuTime, ForeignIsWhatIsLeftOver) {
    const CpuUse before{};
    const CpuUse after{.tree_ns = 2'000'000'000,
                       .engine_ns = 500'000'000,
                       .machine_busy_ns = 10'000'000'000,
                       .steal_ns = 250'000'000};
    const CpuSpent spent = cpu_between(before, after);
    EXPECT_EQ(spent.foreign_s, 7.5);
    EXPECT_EQ(spent.steal_s, 0.25);
}

}  // namespace
}  // namespace stallscope
