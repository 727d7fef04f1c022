// SPDX-License-Identifier: Apache-2.0
// The program as a user starts it: a real run of four short visits, with the real host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.h"
#include "run/child_process.h"

namespace stallscope::cli {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

const std::string program = STALLSCOPE_BUILD_DIR "/bin/stallscope";

class RealRun : public ::testing::Test {
protected:
    void SetUp() override {
        if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not built";
    }
    /// One shell command in which $S is the program, $E the small experiment, $R the run file.
    ChildOutput shell(const std::string& command) {
        ChildPlan plan;
        plan.argv = {"/bin/sh", "-c", command};
        plan.env = {{"S", program},
                    {"E", fixtures + "small.json"},
                    {"R", m_folder.file("run.stallscope")},
                    {"D", m_folder.path()}};
        const auto output = run_child(plan, 240);
        return output ? *output : ChildOutput{};
    }
    std::string text_of(const std::string& name) const {
        std::ifstream file(m_folder.file(name));
        std::ostringstream text;
        text << file.rdbuf();
        return text.str();
    }
    ::TemporaryFolder m_folder;
};

TEST_F(RealRun, ThroughRunShowExportAndVerify) {
    const auto run = shell("$S run $E --preset tiny --keep-blocked -o $R >$D/out 2>$D/err");
    ASSERT_EQ(run.exit_code, 0) << text_of("err");
    EXPECT_THAT(text_of("err"), HasSubstr("This run executes, of your own: "));
    EXPECT_THAT(text_of("err"), HasSubstr("visit "));
    EXPECT_THAT(text_of("out"), HasSubstr("Criteria, as sealed"));
    EXPECT_EQ(shell("$S show $R").exit_code, 0);
    EXPECT_EQ(shell("$S export $R --to $D/export").exit_code, 0);
    const auto verified = shell("$S verify $R $D/export");
    EXPECT_EQ(verified.exit_code, 0) << verified.out;
    EXPECT_EQ(shell("$S run $E --preset tiny -o $R").exit_code, 3) << "a run is never replaced";
}

TEST_F(RealRun, EventsAreWholeLinesFromHelloToRunFinished) {
    // A pipe that stays open on the other side, as a program that asked for the events keeps it.
    const auto run = shell(
        "mkfifo $D/in && exec 3<>$D/in && "
        "$S run $E --preset tiny --keep-blocked --events -o $R <$D/in >$D/out 2>$D/err 3<&-");
    std::istringstream lines(text_of("out"));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
        const auto event = json::parse(line, nullptr, false);
        ASSERT_TRUE(event.is_object()) << line;
        names.push_back(event["event"]);
    }
    ASSERT_FALSE(names.empty()) << text_of("err");
    EXPECT_EQ(run.exit_code, 0) << text_of("err");
    EXPECT_EQ(names.front(), "hello");
    EXPECT_EQ(names.back(), "run_finished");
    for (const auto* name : {"plan", "visit_started", "samples", "visit_finished", "progress"}) {
        EXPECT_THAT(names, ::testing::Contains(name));
    }
}

TEST_F(RealRun, AnInterruptCancelsAndTheRestCanBeMeasured) {
    ChildPlan plan;
    plan.argv = {program, "run", fixtures + "small.json",         "--preset",
                 "tiny",  "-o",  m_folder.file("run.stallscope"), "--quiet"};
    const auto pid = start_child(plan);
    ASSERT_TRUE(pid);
    for (int i = 0; i < 600 && !std::filesystem::exists(m_folder.file("run.stallscope")); ++i) {
        ::usleep(50'000);
    }
    ::kill(*pid, SIGINT);
    int status = 0;
    ::waitpid(*pid, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_THAT(shell("$S show $R").out, HasSubstr("This run is partial"));
    const auto resumed = shell("$S resume $R --keep-blocked --quiet");
    EXPECT_EQ(resumed.exit_code, 0) << resumed.out;
    EXPECT_THAT(shell("$S show $R").out, ::testing::Not(HasSubstr("partial")));
    EXPECT_EQ(shell("$S verify $R").exit_code, 0);
}

TEST_F(RealRun, TheEndOfControlInputCancels) {
    EXPECT_EQ(shell("$S run $E --preset tiny --events -o $R </dev/null >$D/out 2>$D/err").exit_code,
              130)
        << text_of("err");
    EXPECT_THAT(text_of("out"), HasSubstr("\"exit_code\":130"));
}

}  // namespace
}  // namespace stallscope::cli
