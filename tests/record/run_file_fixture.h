// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "record/run_file.h"

namespace stallscope {

/// A folder of its own for each test, and rows that are easy to recognise.
class RunFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name =
            (std::filesystem::temp_directory_path() / "stallscope-record-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        m_folder = name;
    }
    void TearDown() override {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

    std::filesystem::path file(const std::string& name = "run.stallscope") const {
        return m_folder / name;
    }

    static Seal example_seal() {
        const std::string text = R"({"algorithm":1,"experiment":{"name":"x"},"looks":1})";
        return {text, sha256_hex(text)};
    }

    static RunWriter created(const std::filesystem::path& path) {
        Result<RunWriter> writer = RunWriter::create(path, example_seal(), R"({"cores":2})", "{}");
        if (!writer) {
            ADD_FAILURE() << to_text(writer.error());
            std::abort();
        }
        return std::move(*writer);
    }

    static RunReader opened(const std::filesystem::path& path) {
        Result<RunReader> reader = RunReader::open(path);
        if (!reader) {
            ADD_FAILURE() << to_text(reader.error());
            std::abort();
        }
        return std::move(*reader);
    }

    static VisitRow example_visit(int index = 0) {
        VisitRow visit;
        visit.schedule_index = index;
        visit.attempt = 2;
        visit.cycle = 3;
        visit.half = 1;
        visit.pass = 4;
        visit.position = index;
        visit.cell = "A";
        visit.condition = "both";
        visit.before = "B/both";
        visit.window_s = 2.5;
        visit.planned_start_s = 17.25;
        visit.started_unix_ns = 1'700'000'000'123'456'789;
        return visit;
    }

    static std::vector<RequestRow> example_requests(std::int64_t from, std::int64_t count) {
        std::vector<RequestRow> rows;
        for (std::int64_t i = from; i < from + count; ++i) {
            RequestRow row;
            row.request = i;
            row.arrival = i * 1'000'003 - 2'000'000'000;
            row.submit = row.arrival + 11;
            row.service_end = row.arrival + 900'000;
            row.header = row.service_end + 5'000'000;
            row.response = row.header + 70'001;
            row.answer = i % 4;
            row.lane = 0;
            rows.push_back(row);
        }
        return rows;
    }

    /// One number by plain SQL, as anybody with another tool would read it. -1 on error.
    static std::int64_t sql_number(const std::filesystem::path& path, const std::string& sql) {
        sqlite3* database = nullptr;
        sqlite3_stmt* statement = nullptr;
        std::int64_t value = -1;
        if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
            sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK &&
            sqlite3_step(statement) == SQLITE_ROW) {
            value = sqlite3_column_int64(statement, 0);
        }
        sqlite3_finalize(statement);
        sqlite3_close(database);
        return value;
    }

    /// Runs SQL with writing rights; the error's text, empty when it worked.
    static std::string sql_write(const std::filesystem::path& path, const std::string& sql) {
        sqlite3* database = nullptr;
        sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
        char* message = nullptr;
        sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message);
        const std::string text = message == nullptr ? "" : message;
        sqlite3_free(message);
        sqlite3_close(database);
        return text;
    }

    static std::string integrity(const std::filesystem::path& path) {
        sqlite3* database = nullptr;
        sqlite3_stmt* statement = nullptr;
        std::string text = "unreadable";
        if (sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr) == SQLITE_OK &&
            sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, nullptr) ==
                SQLITE_OK &&
            sqlite3_step(statement) == SQLITE_ROW) {
            text = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
        }
        sqlite3_finalize(statement);
        sqlite3_close(database);
        return text;
    }

    std::filesystem::path m_folder;
};

/// Fails with the error's text where there is one.
#define EXPECT_DONE(expression)                                              \
    do {                                                                     \
        const auto& done_ = (expression);                                    \
        EXPECT_TRUE(done_.has_value())                                       \
            << (done_.has_value() ? std::string() : to_text(done_.error())); \
    } while (false)

}  // namespace stallscope
