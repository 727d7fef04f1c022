// SPDX-License-Identifier: Apache-2.0
// What is refused, and in which words.
#include <sys/stat.h>

#include <fstream>

#include "run_file_fixture.h"

namespace stallscope {
namespace {

class RunFileOpen : public RunFileTest {
protected:
    // The refusal of both ends, which must be the same sentence.
    Error refusal(const std::filesystem::path& path) {
        const Result<RunReader> reader = RunReader::open(path);
        const Result<RunWriter> writer = RunWriter::open(path);
        EXPECT_FALSE(reader);
        EXPECT_FALSE(writer);
        if (reader || writer) {
            return {};
        }
        EXPECT_EQ(reader.error().says, writer.error().says);
        EXPECT_EQ(reader.error().where, path.string());
        EXPECT_FALSE(reader.error().hint.empty());
        EXPECT_FALSE(std::filesystem::exists(path.string() + "-lock"));
        return reader.error();
    }
    void write(const std::filesystem::path& path, const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    }
    std::filesystem::path finished() {
        RunWriter writer = created(file());
        const std::int64_t id = *writer.begin_visit(example_visit());
        EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 2000)));
        EXPECT_DONE(writer.end_visit(id, {}));
        EXPECT_DONE(writer.close());
        return file();
    }
    std::string bytes_of(const std::filesystem::path& path) {
        std::ifstream in(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

TEST_F(RunFileOpen, AMissingFile) {
    const Error error = refusal(file("absent"));
    EXPECT_EQ(error.says, "there is no such file");
    EXPECT_EQ(error.kind, ErrorKind::usage);
    EXPECT_FALSE(std::filesystem::exists(file("absent")));
}

TEST_F(RunFileOpen, AFolder) {
    EXPECT_EQ(refusal(m_folder).says, "this is a folder, not a run file");
}

TEST_F(RunFileOpen, AnEmptyFile) {
    write(file(), "");
    EXPECT_EQ(refusal(file()).says, "the file is empty");
}

TEST_F(RunFileOpen, APipeThatNobodyWritesTo) {
    ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
    EXPECT_EQ(refusal(file("pipe")).says, "this is no regular file");
}

TEST_F(RunFileOpen, AFileThatIsNoDatabase) {
    write(file("text"), std::string(10'000, 'x'));
    EXPECT_EQ(refusal(file("text")).says, "this is no run file (and no database)");
    EXPECT_EQ(bytes_of(file("text")), std::string(10'000, 'x'));
    write(file("short"), R"({"stallscope": 1})");
    EXPECT_EQ(refusal(file("short")).says, "this is no run file (and no database)");
}

TEST_F(RunFileOpen, AnotherProgramsDatabase) {
    sqlite3* database = nullptr;
    sqlite3_open(file("other.db").c_str(), &database);
    sqlite3_exec(database, "CREATE TABLE requests(id)", nullptr, nullptr, nullptr);
    sqlite3_close(database);
    EXPECT_EQ(refusal(file("other.db")).says,
              "this is a database of another program, not a run file");
}

TEST_F(RunFileOpen, ANewerFormat) {
    const auto path = finished();
    ASSERT_EQ(sql_write(path, "PRAGMA user_version = 9"), "");
    const Error error = refusal(path);
    EXPECT_EQ(error.says, "the run file has format 9, this program reads up to 1");
    EXPECT_EQ(error.hint, "Use a newer Stallscope");
}

TEST_F(RunFileOpen, AFormatThatNeverWas) {
    const auto path = finished();
    ASSERT_EQ(sql_write(path, "PRAGMA user_version = -3"), "");
    EXPECT_EQ(refusal(path).kind, ErrorKind::stale);
}

TEST_F(RunFileOpen, ATableThatIsMissingOrRunsSomething) {
    const auto path = finished();
    ASSERT_EQ(sql_write(path, "DROP TABLE findings"), "");
    EXPECT_EQ(refusal(path).says, "the run has no table \"findings\"");
    ASSERT_EQ(sql_write(path, "CREATE VIEW findings AS SELECT 1"), "");
    EXPECT_EQ(refusal(path).says, "the run has no table \"findings\"");
}

TEST_F(RunFileOpen, AFileThatWasCutShortAtAnyPlace) {
    const std::string whole = bytes_of(finished());
    ASSERT_GT(whole.size(), 100'000U);
    for (std::size_t bytes = 1; bytes < whole.size(); bytes += whole.size() / 23) {
        write(file("cut"), whole.substr(0, bytes));
        const Result<RunReader> run = RunReader::open(file("cut"));
        ASSERT_FALSE(run) << bytes;
        EXPECT_FALSE(run.error().says.empty());
        EXPECT_FALSE(run.error().hint.empty());
    }
    write(file("cut"), whole.substr(0, whole.size() / 2));
    const Error error = refusal(file("cut"));
    EXPECT_EQ(error.says, "the run file is damaged or was cut short");
    EXPECT_EQ(error.kind, ErrorKind::stale);
}

TEST_F(RunFileOpen, ADamagedPageIsAnErrorOrAnotherDigestNeverTheOldOne) {
    const std::string whole = bytes_of(finished());
    const std::string before = *opened(file()).digest(1);
    for (std::size_t at = 4096 * 20 + 2000; at + 64 < whole.size(); at += whole.size() / 7) {
        std::string damaged = whole;
        for (std::size_t i = 0; i < 64; ++i) {
            damaged[at + i] = static_cast<char>(damaged[at + i] ^ 0x5a);
        }
        write(file("damaged"), damaged);
        const Result<RunReader> run = RunReader::open(file("damaged"));
        if (!run) {
            continue;
        }
        const Result<std::string> digest = run->digest(1);
        const auto free_pages = sql_number(file("damaged"), "PRAGMA freelist_count");
        EXPECT_TRUE(!digest || *digest != before || free_pages > 0) << at;
        static_cast<void>(run->requests(1, "gpu"));
        static_cast<void>(run->visits());
    }
}

TEST_F(RunFileOpen, CreatingDoesNotReplaceAnything) {
    write(file("mine"), "precious");
    const Result<RunWriter> writer = RunWriter::create(file("mine"), example_seal(), "{}", "{}");
    ASSERT_FALSE(writer);
    EXPECT_EQ(writer.error().says, "the file exists already");
    EXPECT_NE(writer.error().hint.find("stallscope resume"), std::string::npos);
    EXPECT_EQ(bytes_of(file("mine")), "precious");
}

TEST_F(RunFileOpen, CreatingInAFolderThatIsNotThere) {
    const Result<RunWriter> writer =
        RunWriter::create(m_folder / "absent" / "x", example_seal(), "{}", "{}");
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().says.find("No such file or directory"), std::string::npos);
    EXPECT_NE(writer.error().hint.find("folder that exists"), std::string::npos);
}

TEST_F(RunFileOpen, CreatingWithWhatIsNoJsonLeavesNothingBehind) {
    for (const char* bad : {"[]", "", "{", "7"}) {
        EXPECT_FALSE(RunWriter::create(file("x"), example_seal(), bad, "{}"));
        EXPECT_FALSE(RunWriter::create(file("x"), example_seal(), "{}", bad));
    }
    EXPECT_TRUE(std::filesystem::is_empty(m_folder));
}

TEST_F(RunFileOpen, WhatAKilledCreationLeftIsNoHindrance) {
    write(file("run.stallscope-new"), "half");
    write(file("run.stallscope-new-journal"), "half");
    write(file("run.stallscope-lock"), "");
    EXPECT_DONE(created(file()).close());
    EXPECT_EQ(*opened(file()).status(), "partial");
    EXPECT_FALSE(std::filesystem::exists(file("run.stallscope-new")));
    EXPECT_FALSE(std::filesystem::exists(file("run.stallscope-lock")));
}

TEST_F(RunFileOpen, ASecondWriterIsRefusedAndTheFirstGoesOn) {
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    const Result<RunWriter> second = RunWriter::open(file());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().says, "another program is writing this run");
    EXPECT_EQ(second.error().kind, ErrorKind::measurement);
    EXPECT_FALSE(second.error().hint.empty());
    EXPECT_FALSE(RunWriter::create(file(), example_seal(), "{}", "{}"));
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 5)));
    EXPECT_DONE(writer.close());
    Result<RunWriter> later = RunWriter::open(file());
    EXPECT_DONE(later);
}

TEST_F(RunFileOpen, NamesThatMeanSomethingElsewhereAreJustNames) {
    for (const char* name :
         {"file:x?mode=memory", "a b%20c#d", "quote'\"", "\xc3\xa4.stallscope"}) {
        EXPECT_DONE(created(file(name)).close());
        EXPECT_TRUE(std::filesystem::is_regular_file(file(name))) << name;
        EXPECT_EQ(*opened(file(name)).status(), "partial");
    }
}

TEST_F(RunFileOpen, ReadingAClosedRunWritesNothing) {
    const auto path = finished();
    const std::string before = bytes_of(path);
    {
        const RunReader run = opened(path);
        EXPECT_EQ(run.requests(1, "gpu")->size(), 2000U);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder), {}), 1);
    }
    EXPECT_EQ(bytes_of(path), before);
}

TEST_F(RunFileOpen, ARunInAFolderThatCannotBeWrittenIsRead) {
    if (getuid() == 0) {
        GTEST_SKIP() << "root may write everywhere";
    }
    const auto path = finished();
    ASSERT_EQ(chmod(m_folder.c_str(), 0500), 0);
    EXPECT_EQ(opened(path).requests(1, "gpu")->size(), 2000U);
    chmod(m_folder.c_str(), 0700);
}

TEST_F(RunFileOpen, ARunThatWasNotClosedIsReadWhereItCannotBeWritten) {
    if (getuid() == 0) {
        GTEST_SKIP() << "root may write everywhere";
    }
    const std::filesystem::path archive = m_folder / "archive";
    std::filesystem::create_directory(archive);
    RunWriter writer = created(file());
    const std::int64_t id = *writer.begin_visit(example_visit());
    EXPECT_DONE(writer.add_requests(id, "gpu", example_requests(1, 2000)));
    EXPECT_DONE(writer.commit());
    for (const char* name : {"run.stallscope", "run.stallscope-wal"}) {
        std::filesystem::copy_file(file(name), archive / name);
    }
    ASSERT_EQ(chmod(archive.c_str(), 0500), 0);
    {
        const RunReader run = opened(archive / "run.stallscope");
        EXPECT_EQ(run.requests(id, "gpu")->size(), 2000U);
        EXPECT_EQ(run.streams(id)->size(), 1U);
        EXPECT_DONE(run.digest(id));
    }
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(archive), {}), 2);
    chmod(archive.c_str(), 0700);
}

}  // namespace
}  // namespace stallscope
