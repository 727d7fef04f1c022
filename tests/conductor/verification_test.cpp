// SPDX-License-Identifier: Apache-2.0
#include "run/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <fstream>

#include "analysis/synthetic_run.h"
#include "report/report.h"

namespace stallscope {
namespace {

using ::testing::HasSubstr;

class RunVerification : public ::testing::Test {
protected:
    void SetUp() override { by_hand::write_run(file()); }
    std::filesystem::path file() const { return m_folder.path() / "run.stallscope"; }
    std::filesystem::path exported() const { return m_folder.path() / "export"; }

    /// The triggers that keep rows from being altered stop no one who can open the file.
    static void drop_triggers(sqlite3* database) {
        std::vector<std::string> names;
        const auto collect = [](void* to, int, char** values, char**) {
            static_cast<std::vector<std::string>*>(to)->emplace_back(values[0]);
            return 0;
        };
        sqlite3_exec(database, "SELECT name FROM sqlite_master WHERE type = 'trigger'", collect,
                     &names, nullptr);
        for (const auto& name : names) {
            sqlite3_exec(database, ("DROP TRIGGER \"" + name + "\"").c_str(), nullptr, nullptr,
                         nullptr);
        }
    }

    /// Alters the file behind the program's back.
    void alter(const std::string& sql) {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
        drop_triggers(database);
        char* message = nullptr;
        EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK)
            << message;
        EXPECT_GT(sqlite3_total_changes(database), 0) << sql << " altered nothing";
        sqlite3_close(database);
    }

    /// The error of a verification that must fail as stale.
    Error stale(const std::filesystem::path& export_directory = {}) {
        const auto checked = verify_run(file(), export_directory);
        EXPECT_FALSE(checked);
        if (checked) return {};
        EXPECT_EQ(checked.error().kind, ErrorKind::stale) << to_text(checked.error());
        return checked.error();
    }

    by_hand::TemporaryFolder m_folder;
};

TEST_F(RunVerification, AnUnalteredRunIsCountedThrough) {
    const auto checked = verify_run(file());
    ASSERT_TRUE(checked) << to_text(checked.error());
    EXPECT_EQ(checked->visits_checked, 6);
    EXPECT_EQ(checked->visits_partial, 0);
    EXPECT_GT(checked->requests, 1000);
    EXPECT_GT(checked->calls, 100);
    EXPECT_FALSE(checked->export_checked);
    EXPECT_EQ(checked->sealed_sha256, seal_of(by_hand::experiment()).sha256);
}

TEST_F(RunVerification, AnAlteredSealIsFound) {
    alter("UPDATE experiment SET text = replace(text, '\"at_least_ms\":1', '\"at_least_ms\":0')");
    const auto error = stale();
    EXPECT_EQ(error.where, "seal");
    EXPECT_THAT(error.says, HasSubstr("hash"));
}

TEST_F(RunVerification, OneAlteredNumberIsFoundInItsVisit) {
    alter("UPDATE requests SET header = header - 1000000 WHERE visit = 2 AND request = 40");
    const auto error = stale();
    EXPECT_THAT(error.where, HasSubstr("visit 2"));
    EXPECT_THAT(error.says, HasSubstr("digest"));
    EXPECT_TRUE(error.also.empty());
}

TEST_F(RunVerification, AMissingRowIsFoundByItsCount) {
    alter("DELETE FROM calls WHERE visit = 2 AND call = 3");
    EXPECT_THAT(stale().says, HasSubstr("it ended with"));
}

TEST_F(RunVerification, AVisitMovedToAnotherCellIsFound) {
    alter("UPDATE visits SET cell = 'released' WHERE id = 2");
    const auto error = stale();
    EXPECT_THAT(error.where, HasSubstr("visit 2"));
    EXPECT_THAT(error.says, HasSubstr("the sealed schedule has"));
}

TEST_F(RunVerification, EverythingThatIsWrongIsSaidAtOnce) {
    alter("UPDATE requests SET response = response + 1 WHERE request = 10");
    EXPECT_EQ(stale().also.size(), 5U);
}

TEST_F(RunVerification, AVisitWithoutAnEndHasNoDigestToHold) {
    alter("DELETE FROM visit_ends WHERE visit = 6");
    const auto checked = verify_run(file());
    ASSERT_TRUE(checked) << to_text(checked.error());
    EXPECT_EQ(checked->visits_checked, 5);
    EXPECT_EQ(checked->visits_partial, 1);
}

TEST_F(RunVerification, AnExportThatFitsIsSaidToFit) {
    auto run = RunReader::open(file());
    ASSERT_TRUE(run);
    ASSERT_TRUE(export_run(*run, exported(), {"json", "md", "csv"}));
    const auto checked = verify_run(file(), exported());
    ASSERT_TRUE(checked) << to_text(checked.error());
    EXPECT_TRUE(checked->export_checked);
}

TEST_F(RunVerification, AnEditedExportIsStale) {
    auto run = RunReader::open(file());
    ASSERT_TRUE(run);
    ASSERT_TRUE(export_run(*run, exported(), {"json", "md", "csv"}));
    std::ofstream(exported() / "tables.md", std::ios::app) << "better than it was\n";
    EXPECT_THAT(stale(exported()).where, HasSubstr("tables.md"));
}

TEST_F(RunVerification, AFileThatIsNoRunIsTheReadersError) {
    std::ofstream(m_folder.path() / "text") << "hello\n";
    EXPECT_FALSE(verify_run(m_folder.path() / "text"));
    EXPECT_FALSE(verify_run(m_folder.path() / "absent"));
}

}  // namespace
}  // namespace stallscope
