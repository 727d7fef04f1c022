// SPDX-License-Identifier: Apache-2.0
#include "cli/run_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>
#include <thread>

#include "analysis/synthetic_run.h"
#include "cli/command.h"

namespace stallscope::cli {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A run without hosts: what the conductor would say, and the file it would leave behind.
class RunSession : public ::testing::Test {
protected:
    void SetUp() override { by_hand::write_run(m_file); }

    Result<std::filesystem::path> tell_all(const EventSink& sink) {
        sink(events::Hello{"1.0"});
        events::Plan plan;
        plan.file = m_file;
        plan.visits = {{0, 0, 0, 0, "held", "both", 2, 0, 4}};
        sink(plan);
        sink(events::VisitStarted{1, 0, 1, 0, 0, "held", "both", 4});
        sink(events::VisitFinished{1, "complete", "", {{"gpu", 1}}});
        sink(events::RunFinished{"complete", "", m_file, 0});
        return m_file;
    }

    int measure(const DisplayFlags& flags, const Measure& how) {
        return measure_and_show(m_console, flags, {"the interpreter python3"}, how);
    }

    ::TemporaryFolder m_folder;
    std::string m_file = m_folder.file("run.stallscope");
    std::ostringstream m_out, m_err;
    Console m_console{m_out, m_err};
};

TEST_F(RunSession, EndsWithTheTableTheCriteriaAndWhatToDoNext) {
    const auto code = measure({}, [&](const EventSink& sink, Control&) { return tell_all(sink); });
    EXPECT_EQ(code, 0);
    EXPECT_THAT(m_err.str(),
                StartsWith("This run executes, of your own: the interpreter python3.\n"));
    EXPECT_THAT(m_err.str(), HasSubstr("visit 1/1  held/both"));
    EXPECT_THAT(m_out.str(), HasSubstr("Criteria, as sealed\n"));
    EXPECT_THAT(m_out.str(), HasSubstr("Everything is in " + m_file + "\n"));
    EXPECT_THAT(m_out.str(), HasSubstr("stallscope show " + m_file));
    EXPECT_THAT(m_out.str(), HasSubstr("stallscope export " + m_file));
    EXPECT_THAT(m_out.str(), HasSubstr("stallscope verify " + m_file));
}

TEST_F(RunSession, QuietPrintsOnlyTheResult) {
    DisplayFlags flags;
    flags.quiet = true;
    EXPECT_EQ(measure(flags, [&](const EventSink& sink, Control&) { return tell_all(sink); }), 0);
    EXPECT_EQ(m_err.str(), "");
    EXPECT_THAT(m_out.str(), HasSubstr("Everything is in"));
}

TEST_F(RunSession, WithEventsStandardOutputHoldsNothingElse) {
    DisplayFlags flags;
    flags.events = true;
    EXPECT_EQ(measure(flags, [&](const EventSink& sink, Control&) { return tell_all(sink); }), 0);
    std::istringstream lines(m_out.str());
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);) all.push_back(line);
    ASSERT_EQ(all.size(), 5U);
    for (const auto& line : all) EXPECT_THAT(line, StartsWith("{\"event\":\""));
    EXPECT_THAT(all.front(), StartsWith("{\"event\":\"hello\""));
    EXPECT_THAT(all.back(), StartsWith("{\"event\":\"run_finished\""));
    EXPECT_THAT(m_err.str(), StartsWith("This run executes, of your own"));
}

TEST_F(RunSession, AFailureBeforeAnyEventIsStillToldInEvents) {
    DisplayFlags flags;
    flags.events = true;
    const auto code = measure(flags, [&](const EventSink&, Control&) {
        return Result<std::filesystem::path>(fail(ErrorKind::environment, "no clock"));
    });
    EXPECT_EQ(code, 5);
    EXPECT_THAT(m_out.str(), StartsWith("{\"event\":\"hello\""));
    EXPECT_THAT(m_out.str(), HasSubstr("{\"event\":\"error\",\"kind\":\"environment\""));
    EXPECT_THAT(m_out.str(), EndsWith("\"exit_code\":5}\n"));
    EXPECT_THAT(m_err.str(), HasSubstr("stallscope: no clock.\n"));
}

TEST_F(RunSession, AFailedRunSaysWhyAndWhereTheRestIs) {
    const auto code = measure({}, [&](const EventSink& sink, Control&) {
        events::Plan plan;
        plan.file = m_file;
        sink(plan);
        return Result<std::filesystem::path>(
            fail(ErrorKind::measurement, "the host died", "cell held", "look at its log"));
    });
    EXPECT_EQ(code, 3);
    EXPECT_EQ(m_out.str(), "");
    EXPECT_THAT(m_err.str(), HasSubstr("stallscope: cell held: the host died. Look at its log.\n"
                                       "What was measured until then: stallscope show " +
                                       m_file + "\n"));
}

TEST_F(RunSession, ACancelledRunSaysHowToGoOn) {
    const auto code = measure({}, [&](const EventSink& sink, Control&) {
        events::Plan plan;
        plan.file = m_file;
        sink(plan);
        return Result<std::filesystem::path>(fail(ErrorKind::cancelled, "cancelled"));
    });
    EXPECT_EQ(code, 130);
    EXPECT_THAT(m_err.str(), EndsWith("The rest: stallscope resume " + m_file + "\n"));
}

TEST_F(RunSession, TheEndOfControlInputCancelsTheRun) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[1]);
    m_console.input = ends[0];
    DisplayFlags flags;
    flags.events = true;
    const auto code = measure(flags, [&](const EventSink&, Control& control) {
        for (int i = 0; i < 20000 && !control.cancel; ++i) ::usleep(1000);
        return Result<std::filesystem::path>(
            fail(control.cancel ? ErrorKind::cancelled : ErrorKind::measurement, "ended"));
    });
    ::close(ends[0]);
    EXPECT_EQ(code, 130);
}

TEST_F(RunSession, WithoutEventsStandardInputIsNotRead) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[1]);
    m_console.input = ends[0];
    bool cancelled = true;
    measure({}, [&](const EventSink& sink, Control& control) {
        cancelled = control.cancel;
        return tell_all(sink);
    });
    ::close(ends[0]);
    EXPECT_FALSE(cancelled);
}

TEST_F(RunSession, NobodyReadingTheEventsCancelsTheRun) {
    DisplayFlags flags;
    flags.events = true;
    measure(flags, [&](const EventSink& sink, Control& control) {
        sink(events::Step{"a", "b"});
        EXPECT_FALSE(control.cancel);
        m_out.setstate(std::ios::badbit);
        sink(events::Step{"a", "b"});
        EXPECT_TRUE(control.cancel);
        return Result<std::filesystem::path>(fail(ErrorKind::cancelled, "cancelled"));
    });
}

TEST_F(RunSession, EventsAndControlLinesMayComeFromSeveralThreads) {
    DisplayFlags flags;
    flags.events = true;
    measure(flags, [&](const EventSink& sink, Control&) {
        std::vector<std::thread> speakers;
        for (int i = 0; i < 4; ++i) {
            speakers.emplace_back([&] {
                for (int k = 0; k < 200; ++k) sink(events::Step{"name", "says"});
            });
        }
        for (auto& speaker : speakers) speaker.join();
        return tell_all(sink);
    });
    std::istringstream lines(m_out.str());
    int steps = 0;
    for (std::string line; std::getline(lines, line);) {
        steps += line == R"({"event":"step","name":"name","says":"says"})" ? 1 : 0;
    }
    EXPECT_EQ(steps, 800);
}

TEST(RunCommand, ABadExperimentIsToldInWordsAndInEvents) {
    const auto called = call({"run", fixtures + "broken.json", "--events"});
    EXPECT_EQ(called.code, 2);
    EXPECT_THAT(called.out, StartsWith("{\"event\":\"hello\""));
    EXPECT_THAT(called.out, HasSubstr("{\"event\":\"error\",\"kind\":\"experiment\""));
    EXPECT_THAT(called.out, EndsWith("\"exit_code\":2}\n"));
    EXPECT_THAT(called.err, HasSubstr("broken.json: /order"));
    EXPECT_EQ(call({"run", fixtures + "broken.json"}).out, "");
}

TEST(RunCommand, AnotherSealRunsNothing) {
    const ::TemporaryFolder folder;
    const auto file = folder.file("run.stallscope");
    const auto other =
        call({"run", fixtures + "small.json", "-o", file, "--seal", std::string(64, '0')});
    EXPECT_EQ(other.code, 2) << other.err;
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_THAT(other.err, HasSubstr(std::string(64, '0')));
    const auto garbage = call({"run", fixtures + "small.json", "-o", file, "--seal", "abc"});
    EXPECT_EQ(garbage.code, 1);
    EXPECT_THAT(garbage.err, HasSubstr("64 hex digits"));
}

}  // namespace
}  // namespace stallscope::cli
