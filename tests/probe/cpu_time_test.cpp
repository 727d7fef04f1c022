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

}  // namespace
}  // namespace stallscope
