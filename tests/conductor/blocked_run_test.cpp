// SPDX-License-Identifier: Apache-2.0
// A host that leaves a busy stranger behind: every window of it is disturbed, on any machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "conductor/fake_host.h"
#include "probe/marked_processes.h"
#include "record/run_file.h"
#include "run/conductor.h"

namespace stallscope {
namespace {

using testing::fake_experiment;
using testing::fake_installation;
using ::testing::HasSubstr;
using testing::Heard;
using testing::TemporaryFolder;

const char* const two_cells = R"({"id": "A", "says": "a"}, {"id": "B", "says": "b"})";

class BlockedRun : public ::testing::Test {
protected:
    Result<std::filesystem::path> run(const std::string& how, bool keep, int cycles,
                                      const std::string& cells) {
        RunRequest request;
        request.experiment = fake_experiment(how, cycles, cells);
        request.file = file();
        request.keep_blocked = keep;
        return run_experiment(request, fake_installation(m_folder.path()), m_heard.sink(),
                              m_control);
    }
    std::filesystem::path file() const { return m_folder.path() / "run.stallscope"; }
    RunReader reader() const { return std::move(*RunReader::open(file())); }
    std::vector<StoredVisit> visits() const { return *reader().visits(); }
    std::vector<StoredFinding> foreign_cpu() const {
        auto found = *reader().findings();
        std::erase_if(found, [](const auto& one) { return one.id != "foreign-cpu"; });
        return found;
    }

    TemporaryFolder m_folder;
    Heard m_heard;
    Control m_control;
};

TEST_F(BlockedRun, EndsAsUnfitOnceItCannotBeRepeatedAndKeepsEverything) {
    const auto outcome = run("leaves-a-hog", false, 3, two_cells);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::environment);
    EXPECT_THAT(outcome.error().says, HasSubstr("CPU outside the run "));
    EXPECT_THAT(outcome.error().hint, HasSubstr("close what else runs"));
    EXPECT_THAT(outcome.error().hint, HasSubstr("stallscope resume "));
    EXPECT_THAT(outcome.error().hint, HasSubstr("--keep-blocked"));
    EXPECT_EQ(m_heard.all<events::RunFinished>().back().exit_code, 5);
    EXPECT_TRUE(marked_processes(file().string()).empty());

    // One cycle has two passes over two cells, and two repeats are allowed: both passes are blocked
    // and the first visit of the first repeat is blocked again.
    const auto all = visits();
    ASSERT_EQ(all.size(), 5u);
    EXPECT_EQ(all[4].visit.schedule_index, all[0].visit.schedule_index);
    EXPECT_EQ(all[4].visit.attempt, 2);
    for (const auto& stored : all) {
        ASSERT_TRUE(stored.end);
        EXPECT_EQ(stored.end->status, VisitStatus::discarded);
        EXPECT_THAT(stored.end->reason, HasSubstr("of a core (limit 0."));
        EXPECT_GT(stored.end->foreign_cpu_s, 0.05 * 0.2);
        EXPECT_GT(stored.requests, 0) << "its rows stay";
        EXPECT_EQ(*reader().digest(stored.visit.id), stored.rows_sha256);
    }
    for (const auto& finished : m_heard.all<events::VisitFinished>()) {
        EXPECT_EQ(finished.status, "discarded");
        EXPECT_THAT(finished.reason, HasSubstr("CPU outside the run "));
    }
    const auto unfit = foreign_cpu();
    ASSERT_EQ(unfit.size(), 1u);
    EXPECT_THAT(unfit[0].says, HasSubstr("5 visits of 5 measured"));
    // Said live, once for each of the five and once in the end.
    int live = 0;
    for (const auto& seen : m_heard.all<events::FindingSeen>()) {
        live += seen.finding.id == "foreign-cpu" ? 1 : 0;
    }
    EXPECT_EQ(live, 6);
}

TEST_F(BlockedRun, ABusyMachineIsSaidAsSoonAsTheRepeatsCannotMendIt) {
    ASSERT_FALSE(run("leaves-a-hog", false, 1, R"({"id": "A", "says": "a"})"));
    EXPECT_EQ(visits().size(), 2u) << "one repeat, and two passes that need one";
}

TEST_F(BlockedRun, IsKeptOnRequestAndMarkedByAFinding) {
    const auto outcome = run("leaves-a-hog", true, 1, R"({"id": "A", "says": "a"})");
    ASSERT_TRUE(outcome) << to_text(outcome.error());
    const auto all = visits();
    ASSERT_EQ(all.size(), 2u);
    for (const auto& stored : all) {
        EXPECT_EQ(stored.end->status, VisitStatus::complete);
        EXPECT_EQ(stored.end->reason, "");
    }
    const auto foreign = foreign_cpu();
    ASSERT_EQ(foreign.size(), 2u) << "the first at once, all of them at the end";
    EXPECT_EQ(foreign[0].severity, "blocks");
    EXPECT_EQ(foreign[0].where, "cell A, condition solo, cycle 1");
    EXPECT_EQ(foreign[1].severity, "blocks");
    EXPECT_THAT(foreign[1].says, HasSubstr("2 visits of 2 measured"));
    EXPECT_EQ(*reader().fact("keep_blocked"), "true");
}

TEST_F(BlockedRun, ARepeatIsTheWholePassInItsOwnOrder) {
    const auto outcome =
        run("dies-once:" + (m_folder.path() / "died").string(), true, 1, two_cells);
    ASSERT_TRUE(outcome) << to_text(outcome.error());
    const auto all = visits();
    ASSERT_EQ(all.size(), 6u);
    EXPECT_EQ(all[0].end->status, VisitStatus::failed);
    for (std::size_t i = 1; i < 6; ++i) {
        EXPECT_EQ(all[i].end->status, VisitStatus::complete) << all[i].end->reason;
    }
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(all[4 + i].visit.schedule_index, all[i].visit.schedule_index);
        EXPECT_EQ(all[4 + i].visit.cell, all[i].visit.cell);
        EXPECT_EQ(all[4 + i].visit.attempt, 2);
    }
}

TEST_F(BlockedRun, AHostThatEndsItsStreamsEarlyHasFailedEvenWhereBlockedVisitsAreKept) {
    const auto outcome = run("leaves-early", true, 1, R"({"id": "A", "says": "a"})");
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::measurement);
    EXPECT_THAT(outcome.error().says, HasSubstr("into a window of 0.20 s"));
}

TEST_F(BlockedRun, WhatWasBlockedIsMeasuredAgainOnResume) {
    ASSERT_FALSE(run("leaves-a-hog", false, 1, two_cells));
    const auto before = visits();
    const auto resumed =
        resume_run(file(), fake_installation(m_folder.path()), m_heard.sink(), m_control, true);
    ASSERT_TRUE(resumed) << to_text(resumed.error());
    const auto after = visits();
    // Two passes over two cells, whole: blocked ones and those that were never begun.
    ASSERT_EQ(after.size(), before.size() + 4);
    for (std::size_t i = before.size(); i < after.size(); ++i) {
        EXPECT_EQ(after[i].end->status, VisitStatus::complete);
    }
    EXPECT_EQ(*reader().status(), "complete");
}

}  // namespace
}  // namespace stallscope
