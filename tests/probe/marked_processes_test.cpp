// SPDX-License-Identifier: Apache-2.0
#include "probe/marked_processes.h"

#include <gtest/gtest.h>

#include <vector>

#include "spinning_child.h"

namespace stallscope {
namespace {

// A shell whose environment carries the mark, and which starts another.
void become_marked_shell(const std::string& mark, const char* script) {
    const std::string entry = "STALLSCOPE_RUN=" + mark;
    std::vector<char*> environment{const_cast<char*>("A=1"), const_cast<char*>(entry.c_str()),
                                   nullptr};
    std::vector<char*> arguments{const_cast<char*>("sh"), const_cast<char*>("-c"),
                                 const_cast<char*>(script), nullptr};
    setpgid(0, 0);
    execve("/bin/sh", arguments.data(), environment.data());
}

std::string mark_of_this_test() {
    return "/nowhere/run " + std::to_string(getpid()) + ".stallscope";
}

TEST(MarkedProcesses, DescendantsAreFoundByTheirMarkAndKilled) {
    const std::string mark = mark_of_this_test();
    const Child shell([&] { become_marked_shell(mark, "sleep 600 & sleep 600 & wait"); });
    const Child bystander([&] { become_marked_shell(mark + "2", "sleep 600 & wait"); });
    ASSERT_TRUE(soon([&] { return marked_processes(mark).size() == 3; }));
    ASSERT_TRUE(soon([&] { return marked_processes(mark + "2").size() == 2; }));
    const MarkedKilled killed = kill_marked_processes(mark);
    EXPECT_TRUE(killed.left.empty());
    EXPECT_GE(killed.signalled, 3);
    EXPECT_TRUE(marked_processes(mark).empty());
    EXPECT_EQ(marked_processes(mark + "2").size(), 2U);
    kill_marked_processes(mark + "2");
}

TEST(MarkedProcesses, ThoseThatKeepStartingOthersAreKilledToo) {
    const std::string mark = mark_of_this_test();
    const Child shell(
        [&] { become_marked_shell(mark, "while :; do sleep 600 & sleep 0.01; done"); });
    ASSERT_TRUE(soon([&] { return marked_processes(mark).size() > 5; }));
    EXPECT_TRUE(kill_marked_processes(mark).left.empty());
    EXPECT_TRUE(marked_processes(mark).empty());
}

TEST(MarkedProcesses, NobodyIsKilledWhereNobodyIsMarked) {
    const MarkedKilled killed = kill_marked_processes("/nowhere/else.stallscope");
    EXPECT_EQ(killed.signalled, 0);
    EXPECT_TRUE(killed.left.empty());
}

}  // namespace
}  // namespace stallscope
