// SPDX-License-Identifier: Apache-2.0
#include "cli/display.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace stallscope::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Displays : public ::testing::Test {
protected:
    void show(Display& display) {
        events::Plan plan;
        plan.cycles = 1;
        plan.visits = {{0, 0, 0, 0, "held", "both", 2, 0, 4},
                       {1, 0, 0, 0, "released", "both", 2, 4, 4}};
        display.hear(plan);
        display.hear(events::Step{"checks", "clock"});
        display.hear(events::VisitStarted{1, 0, 1, 0, 0, "held", "both", 4});
        display.hear(events::Progress{0.5, 4, 4, 0, 1, "running"});
        display.hear(events::Samples{1, "gpu", {0.5}, {7.5}, {}, {}, {}});
        display.hear(events::VisitFinished{1, "complete", "", {{"gpu", 1}}});
        display.hear(events::FindingSeen{{"load", "warns", "", "a busy core", ""}});
        display.end();
    }
    std::ostringstream m_out, m_err;
    Console m_console{m_out, m_err};
};

TEST_F(Displays, PlainLinesAreNeverRedrawn) {
    show(*plain_display(m_console));
    EXPECT_EQ(m_out.str(), "");
    EXPECT_EQ(m_err.str(),
              "checks: clock\n"
              "visit 1/2  held/both  gpu return P50 7.50 ms  (about 4 s left)\n"
              "warns: a busy core.\n");
}

TEST_F(Displays, QuietShowsOnlyTrouble) {
    const auto display = quiet_display(m_console);
    display->say("This run executes …");
    show(*display);
    EXPECT_EQ(m_err.str(), "warns: a busy core.\n");
}

TEST_F(Displays, ATerminalKeepsTheLinesAndLosesTheBar) {
    m_console.columns = [] { return 60; };
    show(*terminal_display(m_console));
    EXPECT_EQ(m_out.str(), "");
    EXPECT_THAT(m_err.str(), HasSubstr("visit 1/2  held/both  gpu return P50 7.50 ms\n"));
    EXPECT_THAT(m_err.str(), HasSubstr(" 50 %"));
    // What was drawn is erased before a line is printed over it, and at the end.
    EXPECT_THAT(m_err.str(), EndsWith("\r\x1b[K"));
    EXPECT_THAT(m_err.str(), Not(HasSubstr("\x1b[3")));  // no colour unless it is welcome
}

TEST_F(Displays, EventsAreLinesOnStandardOutputAndNothingElse) {
    const auto display = event_lines(m_console);
    display->say("a log line");
    show(*display);
    EXPECT_EQ(m_err.str(), "a log line\n");
    std::istringstream lines(m_out.str());
    std::string line;
    int count = 0;
    for (; std::getline(lines, line); ++count) EXPECT_THAT(line, StartsWith("{\"event\":\""));
    EXPECT_EQ(count, 8);  // seven events and the hello that was missing
    EXPECT_THAT(m_out.str(), StartsWith("{\"event\":\"hello\",\"schema\":1"));
}

TEST_F(Displays, HelloIsSaidOnce) {
    const auto display = event_lines(m_console);
    display->hear(events::Hello{"9.9"});
    display->hear(events::Hello{"9.9"});
    display->hear(events::Step{"checks", ""});
    EXPECT_EQ(m_out.str(),
              "{\"event\":\"hello\",\"schema\":1,\"engine\":\"9.9\"}\n"
              "{\"event\":\"step\",\"name\":\"checks\",\"says\":\"\"}\n");
}

}  // namespace
}  // namespace stallscope::cli
