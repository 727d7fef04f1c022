// SPDX-License-Identifier: Apache-2.0
#pragma once

// SQLite's C interface with owners and errors. Used inside record/ only.

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "plan/result.h"

namespace stallscope::sqlite {

/// What went wrong, in a sentence, with the file and a way out. `while_doing` is what the program
/// was at: "storing request rows".
Error error_of(sqlite3* database, int code, std::string_view while_doing,
               const std::filesystem::path& file);

/// A prepared statement. bind_* count from 1, columns from 0, as in SQLite.
class Statement {
public:
    Statement() = default;
    Statement(sqlite3* database, std::string_view sql, std::string file);

    Statement& bind(int at, std::int64_t value);
    Statement& bind_or_null(int at, std::int64_t value, std::int64_t null_value);
    Statement& bind(int at, double value);
    Statement& bind(int at, std::string_view value);  ///< copied

    /// True: there is a row. False: done. Resets itself when done or failed.
    Result<bool> step(std::string_view while_doing);
    /// Steps once, expects no row to be looked at, resets.
    Result<void> run(std::string_view while_doing);
    void reset();

    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    std::int64_t integer_or(int column, std::int64_t null_value) const;
    double real(int column) const;
    std::string text(int column) const;
    sqlite3_stmt* handle() const { return m_statement.get(); }

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    sqlite3* m_database = nullptr;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    std::string m_file;
    int m_code = SQLITE_OK;  ///< of the preparation; step() reports it
};

enum class Access {
    read,        ///< never writes the database file
    read_write,  ///< an existing file
    create,      ///< a new or empty file
};

/// One connection, for one thread at a time.
class Database {
public:
    /// `immutable`: nobody writes the file, take no locks and look for no journal (read only).
    static Result<Database> open(const std::filesystem::path& file, Access access,
                                 bool immutable = false);

    Statement prepare(std::string_view sql) const;
    Result<void> execute(const std::string& sql, std::string_view while_doing) const;
    /// First column of the first row; 0 when there is no row.
    Result<std::int64_t> integer(std::string_view sql, std::string_view while_doing) const;
    /// First column of the first row; empty when there is no row.
    Result<std::string> text(std::string_view sql, std::string_view while_doing) const;

    /// Error when `text` is no JSON; `what` names it in the sentence.
    Result<void> require_json(std::string_view text, std::string_view what) const;
    /// The same for a JSON object.
    Result<void> require_json_object(std::string_view text, std::string_view what) const;

    bool in_transaction() const { return sqlite3_get_autocommit(m_connection.get()) == 0; }
    /// The file was deleted, renamed or replaced since it was opened.
    bool file_has_moved() const;
    void wait_for_locks_ms(int milliseconds) const;
    /// Closes; further use is an error of the program.
    Result<void> close();

    /// The name that errors speak of, where it is not that of the opened file.
    void call_it(const std::filesystem::path& name) {
        m_file = name;
        m_is_copy = true;
    }
    bool is_copy() const { return m_is_copy; }  ///< the opened file has another name

    sqlite3* handle() const { return m_connection.get(); }
    const std::filesystem::path& file() const { return m_file; }

private:
    struct Close {
        void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
    };
    std::unique_ptr<sqlite3, Close> m_connection;
    std::filesystem::path m_file;
    bool m_is_copy = false;
};

}  // namespace stallscope::sqlite
