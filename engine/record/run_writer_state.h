// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "record/row_columns.h"
#include "record/run_file.h"
#include "record/run_lock.h"
#include "record/run_transaction.h"
#include "record/sqlite.h"

namespace stallscope {

/// What a RunWriter has open. Destroyed in reverse: statements, database, lock.
struct RunWriter::State {
    /// Statements of the rows that come by the thousand.
    struct RowStatements {
        explicit RowStatements(const sqlite::Database& database);
        sqlite::Statement request, call, sample;
    };

    State(RunLock held, sqlite::Database opened);

    RunLock lock;
    sqlite::Database database;
    RunTransaction transaction;
    std::optional<RowStatements> rows;  ///< none once closed

    // What stands in the file, remembered; forgotten after an error, which may have undone it.
    std::map<std::string, std::int64_t, std::less<>> stream_ids;
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> next_ids;  ///< table, first id
    std::map<std::int64_t, bool> ended;  ///< visit → has an end

    /// One step; forgets what it remembered when it fails.
    Result<void> store(std::string_view while_doing, bool now,
                       const std::function<Result<void>()>& body);

    Result<void> require_open_visit(std::int64_t visit);
    /// The number of a stream; a new name gets a row.
    Result<std::int64_t> stream_id(std::string_view name);
    /// Reserves `rows` ids in the range that starts at `first` and returns the first of them.
    Result<std::int64_t> take_ids(const std::string& table, std::int64_t first, std::size_t rows);
};

}  // namespace stallscope
