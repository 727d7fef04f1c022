// SPDX-License-Identifier: Apache-2.0
#include "run/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "run/conductor.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

Result<ChildOutput> shell(const std::string& script, double limit_s = 10) {
    ChildPlan plan;
    plan.argv = {"sh", "-c", script};
    return run_child(plan, limit_s);
}

/// A zombie that nobody has reaped yet does not run.
bool runs(pid_t pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    const auto name_end = text.rfind(')');
    return name_end != std::string::npos && text.at(name_end + 2) != 'Z';
}

TEST(ChildProcess, GivesOutputAndExitCode) {
    const auto output = shell("echo out; echo err >&2; exit 3");
    ASSERT_TRUE(output);
    EXPECT_EQ(output->out, "out\nerr\n");
    EXPECT_EQ(output->exit_code, 3);
    EXPECT_FALSE(output->timed_out);
}

TEST(ChildProcess, IsKilledWithItsGroupAtTheLimit) {
    const auto output = shell("sleep 60 & echo $!; sleep 60", 0.3);
    ASSERT_TRUE(output);
    EXPECT_TRUE(output->timed_out);
    const int grandchild = std::stoi(output->out);
    for (int tries = 0; tries < 100 && runs(grandchild); ++tries) ::usleep(10'000);
    EXPECT_FALSE(runs(grandchild)) << "a grandchild is left";
}

TEST(ChildProcess, ACrashNamesItsSignal) {
    const auto output = shell("kill -SEGV $$");
    ASSERT_TRUE(output);
    EXPECT_EQ(output->signal, SIGSEGV);
}

TEST(ChildProcess, AGrandchildThatKeepsThePipeDoesNotHoldUsUp) {
    const auto output = shell("sleep 60 & exit 0", 5);
    ASSERT_TRUE(output);
    EXPECT_EQ(output->exit_code, 0);
    EXPECT_FALSE(output->timed_out);
}

TEST(ChildProcess, FloodIsCutAtOneMebibyte) {
    const auto output = shell("yes | head -c 3000000");
    ASSERT_TRUE(output);
    EXPECT_EQ(output->out.size(), std::size_t{1} << 20);
}

TEST(ChildProcess, AProgramThatIsNotThereIsAnErrorWithItsName) {
    ChildPlan plan;
    plan.argv = {"no-such-program"};
    const auto output = run_child(plan, 1);
    ASSERT_FALSE(output);
    EXPECT_THAT(output.error().says, HasSubstr("no-such-program"));
}

TEST(Interpreter, IsFoundWithItsRealPathAndVersion) {
    const auto found = find_interpreter("python3");
    ASSERT_TRUE(found) << to_text(found.error());
    EXPECT_EQ(found->implementation, "cpython");
    EXPECT_TRUE(found->version.starts_with("3."));
    EXPECT_TRUE(found->real_path.starts_with("/"));
}

TEST(Interpreter, SomethingElseIsAnErrorAtItsPlace) {
    for (const char* named : {"/nonexistent/python", "true", "cat", "/etc/passwd"}) {
        const auto found = find_interpreter(named);
        ASSERT_FALSE(found) << named;
        EXPECT_EQ(found.error().kind, ErrorKind::experiment);
        EXPECT_EQ(found.error().where, "/host/python");
        EXPECT_THAT(found.error().says, HasSubstr(named));
    }
}

}  // namespace
}  // namespace stallscope
