// SPDX-License-Identifier: Apache-2.0
#include "run/conductor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "conductor/fake_host.h"
#include "probe/marked_processes.h"
#include "record/run_file.h"

namespace stallscope {
namespace {

using testing::fake_experiment;
using testing::fake_installation;
using ::testing::HasSubstr;
using testing::Heard;
using testing::TemporaryFolder;

class Conductor : public ::testing::Test {
protected:
    Result<std::filesystem::path> run(const std::string& how, int cycles = 1) {
        RunRequest request;
        request.experiment = fake_experiment(how, cycles);
        request.keep_blocked = m_keep_blocked;
        request.file = m_folder.path() / "run.stallscope";
        return run_experiment(request, fake_installation(m_folder.path()), m_heard.sink(),
                              m_control);
    }
    RunReader reader() {
        auto opened = RunReader::open(m_folder.path() / "run.stallscope");
        EXPECT_TRUE(opened) << to_text(opened.error());
        return std::move(*opened);
    }
    std::vector<StoredVisit> visits() {
        auto all = reader().visits();
        EXPECT_TRUE(all);
        return *all;
    }
    TemporaryFolder m_folder;
    Heard m_heard;
    Control m_control;
    bool m_keep_blocked = true;  // whatever else the machine does meanwhile
};

TEST_F(Conductor, StoresEveryVisitOfAHostThatBehaves) {
    const auto file = run("");
    ASSERT_TRUE(file) << to_text(file.error());
    const auto all = visits();
    ASSERT_EQ(all.size(), 2u);
    for (const auto& stored : all) {
        ASSERT_TRUE(stored.end);
        EXPECT_EQ(stored.end->status, VisitStatus::complete) << stored.end->reason;
        EXPECT_GT(stored.requests, 20);
        EXPECT_EQ(stored.end->unfinished, 0);
        EXPECT_NE(stored.visit.origin_ns, 0);
    }
    EXPECT_EQ(*reader().status(), "complete");
    EXPECT_EQ(*reader().fact("file"), "\"run.stallscope\"");
    const auto finished = m_heard.all<events::RunFinished>();
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0].exit_code, 0);
    EXPECT_EQ(m_heard.all<events::VisitStarted>().size(), 2u);
    EXPECT_EQ(m_heard.all<events::VisitFinished>().size(), 2u);
    EXPECT_FALSE(m_heard.all<events::Samples>().empty());
    EXPECT_EQ(m_heard.all<events::Criteria>().size(), 1u);
}

TEST_F(Conductor, CountsRequestsByArrivalInTheWindow) {
    ASSERT_TRUE(run(""));
    const auto file = reader();
    for (const auto& stored : visits()) {
        const auto rows = file.requests(stored.visit.id, "gpu");
        ASSERT_TRUE(rows);
        std::int64_t counted = 0;
        for (const auto& row : *rows) {
            if (row.arrival >= 0 && row.arrival < 200'000'000) ++counted;
        }
        const auto finished = m_heard.all<events::VisitFinished>();
        const auto told = finished[static_cast<std::size_t>(stored.visit.position)].counted;
        EXPECT_EQ(told.at("gpu"), counted);
        EXPECT_LT(rows->front().arrival, 0) << "warm-up requests are kept";
    }
}

TEST_F(Conductor, SamplesTheMachineWhileTheWindowRuns) {
    RunRequest request;
    request.experiment = fake_experiment("");
    request.experiment.windows.seconds = 2.4;
    request.keep_blocked = true;
    request.file = m_folder.path() / "run.stallscope";
    ASSERT_TRUE(
        run_experiment(request, fake_installation(m_folder.path()), m_heard.sink(), m_control));
    const auto file = reader();
    for (const auto& stored : visits()) {
        const auto samples = file.samples(stored.visit.id);
        ASSERT_TRUE(samples);
        std::map<std::string, double> last;
        std::set<std::int64_t> moments;
        for (const auto& sample : *samples) {
            EXPECT_GE(sample.at, 0);
            moments.insert(sample.at);
            last[sample.what] = sample.value;
        }
        // One at the start, one every half second, one at the end.
        EXPECT_GE(moments.size(), 3u);
        EXPECT_GE(*moments.rbegin(), 1'200'000'000);
        EXPECT_GT(last.at("mem_available_bytes"), 0);
        EXPECT_GE(last.at("foreign_cpu"), 0);
        EXPECT_GE(last.at("tree_cpu"), 0);
        EXPECT_GT(last.at("engine_cpu"), 0);
        EXPECT_GE(last.at("steal_cpu"), 0);
        EXPECT_FALSE(last.contains("app_cpu")) << "no workbench started this";
        EXPECT_TRUE(last.contains("load1"));
        EXPECT_EQ(last.at("processes"), 1);
        EXPECT_GT(stored.end->cpu_s, 0) << "the fake host does work";
    }
}

struct Misbehaviour {
    const char* how;
    const char* sentence;
};

class ConductorAgainst : public Conductor, public ::testing::WithParamInterface<Misbehaviour> {};

TEST_P(ConductorAgainst, ReportsWhatTheHostDidAndLeavesNoProcess) {
    const auto outcome = run(GetParam().how);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::measurement);
    EXPECT_THAT(to_text(outcome.error()), HasSubstr(GetParam().sentence));
    EXPECT_TRUE(marked_processes((m_folder.path() / "run.stallscope").string()).empty());
    EXPECT_EQ(*reader().status(), "failed");
    const auto finished = m_heard.all<events::RunFinished>();
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0].exit_code, 3);
}

INSTANTIATE_TEST_SUITE_P(Hosts, ConductorAgainst,
                         ::testing::Values(Misbehaviour{"dies-before-hello", "exited with code 9"},
                                           Misbehaviour{"garbage", "not JSON"},
                                           Misbehaviour{"endless-line", "line"},
                                           Misbehaviour{"other-protocol", "protocol 99"},
                                           Misbehaviour{"fault-in-visit", "the callable raised"},
                                           Misbehaviour{"dies-in-window", "signal 11"},
                                           Misbehaviour{"corrupt-ring", "ring"},
                                           Misbehaviour{"overflows", "7 records"},
                                           Misbehaviour{"exits-badly", "code 4"}),
                         [](const auto& parameter) {
                             std::string name = parameter.param.how;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

TEST_F(Conductor, AFailedPassIsRepeatedOnceAndBothAttemptsAreKept) {
    ASSERT_FALSE(run("dies-in-window"));
    const auto all = visits();
    // Both halves fail, then the first half's pass is repeated and fails again: the run stops.
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].visit.attempt, 1);
    EXPECT_EQ(all[2].visit.attempt, 2);
    EXPECT_EQ(all[2].visit.schedule_index, all[0].visit.schedule_index);
    for (const auto& stored : all) {
        ASSERT_TRUE(stored.end);
        EXPECT_EQ(stored.end->status, VisitStatus::failed);
        EXPECT_THAT(stored.end->reason, HasSubstr("signal 11"));
    }
}

TEST_F(Conductor, ChatterOnStandardOutputIsOnlyALog) {
    const auto outcome = run("floods-stdout");
    EXPECT_TRUE(outcome) << to_text(outcome.error());
}

TEST_F(Conductor, GarbageRecordsAreCountedAndNeverStoredAsRequests) {
    const auto outcome = run("garbage-records");
    ASSERT_TRUE(outcome) << to_text(outcome.error());
    for (const auto& stored : visits()) EXPECT_THAT(stored.end->unmatched, HasSubstr("unknown"));
}

TEST_F(Conductor, JoinsThatDoNotMatchAreCountedByKind) {
    ASSERT_TRUE(run("forgets-clients"));
    for (const auto& stored : visits()) EXPECT_THAT(stored.end->unmatched, HasSubstr("client"));
}

TEST_F(Conductor, AHungHostFailsTheVisitTenSecondsPastItsEnd) {
    const auto outcome = run("hangs-in-window");
    ASSERT_FALSE(outcome);
    EXPECT_THAT(to_text(outcome.error()), HasSubstr("hang"));
    EXPECT_TRUE(marked_processes((m_folder.path() / "run.stallscope").string()).empty());
}

TEST_F(Conductor, CancelEndsAtOnceKeepsTheFileAndCanBeResumed) {
    std::thread canceller([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        m_control.cancel = true;
    });
    const auto outcome = run("", 50);
    canceller.join();
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::cancelled);
    EXPECT_EQ(*reader().status(), "cancelled");
    EXPECT_EQ(m_heard.all<events::RunFinished>().front().exit_code, 130);
    const auto before = visits();
    EXPECT_LT(before.size(), 100u);

    m_control.cancel = false;
    std::thread again([this] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        m_control.cancel = true;
    });
    const auto resumed =
        resume_run(m_folder.path() / "run.stallscope", fake_installation(m_folder.path()),
                   m_heard.sink(), m_control, m_keep_blocked);
    again.join();
    ASSERT_FALSE(resumed);
    const auto after = visits();
    ASSERT_GT(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].rows_sha256, before[i].rows_sha256) << "rows are kept";
    }
}

TEST_F(Conductor, AResumedRunMeasuresOnlyWhatIsMissing) {
    ASSERT_TRUE(run("", 2));
    const auto resumed =
        resume_run(m_folder.path() / "run.stallscope", fake_installation(m_folder.path()),
                   m_heard.sink(), m_control, m_keep_blocked);
    ASSERT_TRUE(resumed) << to_text(resumed.error());
    EXPECT_EQ(visits().size(), 4u);
}

TEST_F(Conductor, EvenAShortWindowHasAFirstAndALastReadingOfEachProcess) {
    ASSERT_TRUE(run(""));
    const auto file = reader();
    for (const auto& stored : visits()) {
        const auto samples = file.samples(stored.visit.id);
        ASSERT_TRUE(samples);
        for (const auto* what : {"rss_bytes/", "descriptors/", "threads/"}) {
            std::vector<SampleRow> found;
            for (const auto& sample : *samples) {
                const bool of_host = sample.what.ends_with("-host");
                if (sample.what.starts_with(what) && of_host) found.push_back(sample);
            }
            ASSERT_EQ(found.size(), 2u) << what;
            EXPECT_EQ(found[0].what, found[1].what);
            EXPECT_GT(found[0].value, 0);
            EXPECT_LT(found[0].at, 200'000'000);
            EXPECT_GE(found[1].at, 200'000'000);
        }
    }
}

TEST_F(Conductor, AnotherSealIsRefusedBeforeAnythingRuns) {
    RunRequest request;
    request.experiment = fake_experiment("");
    request.file = m_folder.path() / "run.stallscope";
    request.required_seal = std::string(64, '0');
    const auto outcome =
        run_experiment(request, fake_installation(m_folder.path()), m_heard.sink(), m_control);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::experiment);
    EXPECT_FALSE(std::filesystem::exists(request.file));
}

TEST_F(Conductor, AnExistingFileIsNeverReplaced) {
    ASSERT_TRUE(run(""));
    const auto digest = visits().front().rows_sha256;
    EXPECT_FALSE(run(""));
    EXPECT_EQ(visits().front().rows_sha256, digest);
}

TEST_F(Conductor, PauseHoldsBetweenVisits) {
    RunRequest request;
    request.experiment = fake_experiment("");
    request.keep_blocked = m_keep_blocked;
    request.file = m_folder.path() / "run.stallscope";
    bool paused = false;
    m_control.pause = true;
    const auto sink = [&](const events::Event& event) {
        const auto* progress = std::get_if<events::Progress>(&event);
        if (progress != nullptr && progress->state == "paused") {
            paused = true;
            m_control.pause = false;
        }
        if (std::holds_alternative<events::VisitStarted>(event)) {
            EXPECT_TRUE(paused) << "nothing is measured meanwhile";
        }
    };
    ASSERT_TRUE(run_experiment(request, fake_installation(m_folder.path()), sink, m_control));
    EXPECT_TRUE(paused);
}

}  // namespace
}  // namespace stallscope
