// SPDX-License-Identifier: Apache-2.0
// What is left after kill -9, after a full disk, after the file was taken away.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "run_file_fixture.h"

namespace stallscope {
namespace {

class RunFileDurability : public RunFileTest {
protected:
    // Writes visit after visit until it is killed; tells how many requests are committed.
    [[noreturn]] static void write_until_killed(const std::filesystem::path& path, int pipe) {
        std::int64_t told = 0;
        Result<RunWriter> writer = std::filesystem::exists(path)
                                       ? RunWriter::open(path)
                                       : RunWriter::create(path, example_seal(), "{}", "{}");
        for (int index = 0; writer; ++index) {
            const Result<std::int64_t> id = writer->begin_visit(example_visit(index));
            bool fine = id && writer->set_origin(*id, 1);
            for (int batch = 0; fine && batch < 5; ++batch) {
                fine = writer->add_requests(*id, "gpu", example_requests(batch * 40, 40)) &&
                       writer->add_requests(*id, "ane", example_requests(batch * 7, 7)) &&
                       writer->commit();
                told += 47;
                if (fine && write(pipe, &told, sizeof told) != sizeof told) {
                    _exit(3);
                }
            }
            if (!fine || !writer->end_visit(*id, {})) {
                _exit(2);
            }
        }
        _exit(1);
    }
};

TEST_F(RunFileDurability, AfterAKillAtAnyMomentEveryCommittedRowIsThere) {
    std::mt19937 random(20240229);
    std::int64_t in_file = 0;
    int runs_with_rows = 0;
    for (int round = 0; round < 25; ++round) {
        if (round % 9 == 8) {  // once in a while a new file, killed while it is created
            std::filesystem::remove_all(m_folder);
            std::filesystem::create_directory(m_folder);
            in_file = 0;
        }
        int pipe_ends[2];
        ASSERT_EQ(pipe2(pipe_ends, O_CLOEXEC), 0);
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            close(pipe_ends[0]);
            write_until_killed(file(), pipe_ends[1]);
        }
        close(pipe_ends[1]);
        std::this_thread::sleep_for(
            std::chrono::microseconds(std::uniform_int_distribution<int>(0, 120'000)(random)));
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        ASSERT_TRUE(WIFSIGNALED(status)) << "the child gave up by itself: " << WEXITSTATUS(status);
        std::int64_t told = 0;
        std::int64_t last = 0;
        while (read(pipe_ends[0], &told, sizeof told) == sizeof told) {
            last = told;
        }
        close(pipe_ends[0]);

        if (!std::filesystem::exists(file())) {
            EXPECT_EQ(last, 0);
            continue;
        }
        // First as a reader finds it, with its log beside it.
        const RunReader run = opened(file());
        EXPECT_EQ(*run.sealed_sha256(), example_seal().sha256);
        std::int64_t rows = 0;
        const std::vector<StoredVisit> visits = *run.visits();
        for (const StoredVisit& stored : visits) {
            const std::int64_t id = stored.visit.id;
            const auto found = static_cast<std::int64_t>(run.requests(id, "gpu")->size() +
                                                         run.requests(id, "ane")->size());
            EXPECT_EQ(found, stored.requests);
            EXPECT_EQ(found % 47, 0) << "a batch is there whole or not at all";
            if (stored.end) {
                EXPECT_EQ(*run.digest(id), stored.rows_sha256);
            }
            rows += found;
        }
        EXPECT_GE(rows, in_file + last) << "round " << round;
        EXPECT_EQ(integrity(file()), "ok");
        EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), rows);
        in_file = rows;
        runs_with_rows += last > 0 ? 1 : 0;
    }
    EXPECT_GT(runs_with_rows, 5) << "the children were killed before they did anything";
    Result<RunWriter> writer = RunWriter::open(file());
    ASSERT_TRUE(writer) << to_text(writer.error());
    EXPECT_DONE(writer->close());
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder), {}), 1);
    EXPECT_EQ(sql_number(file(), "SELECT count(*) FROM requests"), in_file);
}

TEST_F(RunFileDurability, AKillBetweenTheTwoJournalsLeavesARunThatIsReadAndResumed) {
    // What close() does last, stopped half-way: a rollback journal that must be played back, which
    // a reader may not do to the file itself.
    {
        RunWriter writer = created(file());
        const std::int64_t id = *writer.begin_visit(example_visit());
        EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 500)));
        EXPECT_DONE(writer.close());
    }
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        sqlite3* database = nullptr;
        sqlite3_open(file().c_str(), &database);
        // Spilled pages make the journal a hot one.
        sqlite3_exec(database,
                     "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE;"
                     "DROP TRIGGER requests_no_UPDATE; UPDATE requests SET header = 0;",
                     nullptr, nullptr, nullptr);
        raise(SIGKILL);
    }
    waitpid(child, nullptr, 0);
    ASSERT_TRUE(std::filesystem::exists(file("run.stallscope-journal")));
    {
        const RunReader run = opened(file());
        const auto rows = *run.requests(1, "gpu");
        ASSERT_EQ(rows.size(), 500U);
        EXPECT_EQ(rows[9].header, example_requests(1, 500)[9].header);
        EXPECT_TRUE(std::filesystem::exists(file("run.stallscope-journal")));
    }
    Result<RunWriter> writer = RunWriter::open(file());
    ASSERT_TRUE(writer) << to_text(writer.error());
    EXPECT_DONE(writer->add_requests(1, "gpu", example_requests(501, 1)));
    EXPECT_DONE(writer->close());
    EXPECT_EQ(opened(file()).requests(1, "gpu")->size(), 501U);
    EXPECT_EQ(integrity(file()), "ok");
}

// Every storing call, until the room is used up and beyond.
struct FullDisk {
    std::int64_t committed = 0;
    std::vector<Error> refusals;
};

FullDisk fill_up(RunWriter& writer, std::int64_t visit, const std::vector<RequestRow>& rows) {
    FullDisk outcome;
    for (int batch = 0; batch < 400; ++batch) {
        Result<void> done = writer.add_requests(visit, "gpu", rows);
        done = done ? writer.commit() : done;
        if (!done) {
            outcome.refusals.push_back(done.error());
            break;
        }
        outcome.committed += static_cast<std::int64_t>(rows.size());
    }
    const auto note = [&](const Result<void>& result) {
        if (!result) {
            outcome.refusals.push_back(result.error());
        }
    };
    // Larger than what may be left of a page.
    const std::string large = "\"" + std::string(100'000, 'x') + "\"";
    note(writer.add_fact("large", large));
    note(writer.add_event(large));
    note(writer.add_check("large", true, large, "{}"));
    note(writer.add_finding("large", "note", "", large, ""));
    note(writer.set_status("failed", large));
    VisitRow next;
    next.cell = large;
    const Result<std::int64_t> begun = writer.begin_visit(next);
    note(begun ? Result<void>() : tl::unexpected<Error>(begun.error()));
    VisitEnd end;
    end.reason = large;
    note(writer.end_visit(visit, end));
    return outcome;
}

void expect_refused_in_words(const FullDisk& outcome) {
    ASSERT_EQ(outcome.refusals.size(), 8U);
    for (const Error& error : outcome.refusals) {
        EXPECT_NE(error.says.find("failed"), std::string::npos) << error.says;
        EXPECT_NE(error.hint.find("what was committed is kept"), std::string::npos) << error.says;
        EXPECT_FALSE(error.where.empty());
        EXPECT_EQ(error.kind, ErrorKind::measurement);
    }
}

TEST_F(RunFileDurability, WhenFilesMayNotGrowEveryCallSaysSoAndEarlierRowsStay) {
    const std::vector<RequestRow> rows = example_requests(1, 200);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto old_action = signal(SIGXFSZ, SIG_IGN);
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", rows));
    EXPECT_DONE(writer.commit());
    const rlimit tight{600'000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tight);
    const FullDisk outcome = fill_up(writer, id, rows);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, old_action);
    expect_refused_in_words(outcome);

    const std::int64_t kept = outcome.committed + 200;
    EXPECT_EQ(static_cast<std::int64_t>(opened(file()).requests(id, "gpu")->size()), kept);
    // There is room again: the run goes on in the same writer.
    EXPECT_DONE(writer.add_requests(id, "gpu", rows));
    EXPECT_DONE(writer.end_visit(id, {}));
    EXPECT_DONE(writer.close());
    EXPECT_EQ(integrity(file()), "ok");
    const RunReader run = opened(file());
    EXPECT_EQ(static_cast<std::int64_t>(run.requests(id, "gpu")->size()), kept + 200);
    EXPECT_EQ((*run.visits())[0].rows_sha256, *run.digest(id));
}

// Mounts that nobody else sees, also where we are not root.
bool own_mounts() {
    if (unshare(CLONE_NEWNS) == 0) {
        return true;
    }
    const std::string user = "0 " + std::to_string(getuid()) + " 1";
    const std::string group = "0 " + std::to_string(getgid()) + " 1";
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
        return false;
    }
    std::ofstream("/proc/self/setgroups") << "deny" << std::flush;
    std::ofstream("/proc/self/uid_map") << user << std::flush;
    std::ofstream("/proc/self/gid_map") << group << std::flush;
    return getuid() == 0 && getgid() == 0;
}

TEST_F(RunFileDurability, WhenTheDiskIsFullEveryCallSaysSoAndEarlierRowsStay) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        if (!own_mounts() || mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
            mount("none", m_folder.c_str(), "tmpfs", 0, "size=1m") != 0) {
            _exit(77);
        }
        {
            RunWriter writer = created(file());
            const std::int64_t id = *writer.begin_visit(example_visit());
            const FullDisk outcome = fill_up(writer, id, example_requests(1, 200));
            expect_refused_in_words(outcome);
            EXPECT_GT(outcome.committed, 0);
            EXPECT_EQ(static_cast<std::int64_t>(opened(file()).requests(id, "gpu")->size()),
                      outcome.committed);
        }
        EXPECT_EQ(integrity(file()), "ok");
        EXPECT_FALSE(RunWriter::create(file("second"), example_seal(), "{}", "{}"));
        EXPECT_FALSE(std::filesystem::exists(file("second")));
        _exit(HasFailure() ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77) {
        GTEST_SKIP() << "no small file system can be mounted here";
    }
    EXPECT_EQ(WEXITSTATUS(status), 0) << "see the failures of the child above";
}

TEST_F(RunFileDurability, AFileThatIsTakenAwayIsAnErrorNotASilentLoss) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    std::filesystem::remove(file());
    for (const Result<void>& result :
         {writer.add_requests(id, "gpu", example_requests(1, 1)), writer.add_event("{}"),
          writer.commit(), writer.end_visit(id, {}), writer.close()}) {
        ASSERT_FALSE(result);
        EXPECT_NE(result.error().says.find("removed, renamed or replaced"), std::string::npos);
        EXPECT_FALSE(result.error().hint.empty());
    }
}

TEST_F(RunFileDurability, ABatchThatFailsIsUndoneAloneAndWhatCameBeforeItIsKept) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 10)));
    std::vector<RequestRow> bad = example_requests(11, 10);
    bad[5].answer = not_taken;  // NOT NULL
    EXPECT_FALSE(writer.add_requests(id, "gpu", bad));
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(11, 10)));
    EXPECT_DONE(writer.close());
    const auto rows = *opened(file()).requests(id, "gpu");
    ASSERT_EQ(rows.size(), 20U);
    EXPECT_EQ(rows.back().request, 20);
}

TEST_F(RunFileDurability, DroppingTheWriterCommitsWhatItHas) {
    {
        RunWriter writer = created(file());
        const std::int64_t id = *writer.begin_visit(example_visit());
        EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 10)));
    }
    EXPECT_EQ(opened(file()).requests(1, "gpu")->size(), 10U);
    Result<RunWriter> again = RunWriter::open(file());
    EXPECT_DONE(again);
}

}  // namespace
}  // namespace stallscope
