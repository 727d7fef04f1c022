// SPDX-License-Identifier: Apache-2.0
#include "record/sqlite.h"

#include <fmt/format.h>

namespace stallscope::sqlite {

namespace {

std::string hint_for(int code) {
    switch (code & 0xff) {
        case SQLITE_FULL:
            return "Free some space on that file system; what was committed is kept, and "
                   "`stallscope "
                   "resume` goes on from there";
        case SQLITE_IOERR:
            return "Look at the file system's space, quota and health; what was committed is kept";
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            return "Write to a file and a folder that you own";
        case SQLITE_CANTOPEN:
            return "Look whether the folder exists and may be written";
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return "Another program holds the file; try again when it has finished";
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return "The file was cut or altered; take it again from where it was copied";
        default:
            return {};
    }
}

ErrorKind kind_for(int code) {
    const int primary = code & 0xff;
    if (primary == SQLITE_INTERRUPT) return ErrorKind::cancelled;
    return primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB ? ErrorKind::stale
                                                                 : ErrorKind::measurement;
}

// A path as the URI that SQLite takes, every byte that could mean something else escaped.
std::string uri_of(const std::filesystem::path& file, std::string_view query) {
    std::string uri = "file:";
    for (const char c : file.string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' || c == '_';
        uri += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
    }
    return uri.append(query);
}

}  // namespace

Error error_of(sqlite3* database, int code, std::string_view while_doing,
               const std::filesystem::path& file) {
    std::string detail = sqlite3_errstr(code);
    if (database != nullptr && (sqlite3_errcode(database) & 0xff) == (code & 0xff)) {
        detail = sqlite3_errmsg(database);
    }
    return Error{kind_for(code),
                 fmt::format("{} failed: {}", while_doing, detail),
                 file.string(),
                 hint_for(code),
                 {}};
}

Statement::Statement(sqlite3* database, std::string_view sql, std::string file)
    : m_database(database), m_file(std::move(file)) {
    sqlite3_stmt* statement = nullptr;
    m_code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
    m_statement.reset(statement);
}

Statement& Statement::bind(int at, std::int64_t value) {
    sqlite3_bind_int64(m_statement.get(), at, value);
    return *this;
}

Statement& Statement::bind_or_null(int at, std::int64_t value, std::int64_t null_value) {
    if (value == null_value) {
        sqlite3_bind_null(m_statement.get(), at);
    } else {
        sqlite3_bind_int64(m_statement.get(), at, value);
    }
    return *this;
}

Statement& Statement::bind(int at, double value) {
    sqlite3_bind_double(m_statement.get(), at, value);
    return *this;
}

Statement& Statement::bind(int at, std::string_view value) {
    // A null pointer would be stored as NULL; an empty text is a text.
    sqlite3_bind_text64(m_statement.get(), at, value.empty() ? "" : value.data(), value.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
    return *this;
}

Result<bool> Statement::step(std::string_view while_doing) {
    int code = m_code;
    if (code == SQLITE_OK) {
        code = sqlite3_step(m_statement.get());
        if (code == SQLITE_ROW) {
            return true;
        }
    }
    if (code == SQLITE_DONE) {
        reset();
        return false;
    }
    Error error = error_of(m_database, code, while_doing, m_file);
    reset();
    return tl::unexpected<Error>(std::move(error));
}

Result<void> Statement::run(std::string_view while_doing) {
    const Result<bool> row = step(while_doing);
    if (!row) {
        return tl::unexpected<Error>(row.error());
    }
    reset();
    return {};
}

void Statement::reset() {
    if (m_statement) {
        sqlite3_reset(m_statement.get());
    }
}

bool Statement::is_null(int column) const {
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const {
    return sqlite3_column_int64(m_statement.get(), column);
}

std::int64_t Statement::integer_or(int column, std::int64_t null_value) const {
    sqlite3_value* value = sqlite3_column_value(m_statement.get(), column);
    return sqlite3_value_type(value) == SQLITE_NULL ? null_value : sqlite3_value_int64(value);
}

double Statement::real(int column) const {
    return sqlite3_column_double(m_statement.get(), column);
}

std::string Statement::text(int column) const {
    const auto* bytes = sqlite3_column_text(m_statement.get(), column);
    if (bytes == nullptr) {
        return {};
    }
    return {reinterpret_cast<const char*>(bytes),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

Result<Database> Database::open(const std::filesystem::path& file, Access access, bool immutable) {
    Database database;
    std::error_code ignored;
    database.m_file = std::filesystem::absolute(file, ignored);
    int flags = SQLITE_OPEN_EXRESCODE;
    // One thread at a time: SQLite's own mutex would be taken once per column.
    flags |= SQLITE_OPEN_NOMUTEX |
             (access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE);
    if (access == Access::create) {
        flags |= SQLITE_OPEN_CREATE;
    }
    std::string name = database.m_file.string();
    if (immutable) {
        flags |= SQLITE_OPEN_URI;
        name = uri_of(database.m_file, "?immutable=1");
    }
    sqlite3* connection = nullptr;
    const int code = sqlite3_open_v2(name.c_str(), &connection, flags, nullptr);
    database.m_connection.reset(connection);
    if (code != SQLITE_OK) {
        return tl::unexpected<Error>(error_of(connection, code, "Opening the run file", file));
    }
    // A run file may come from anybody: its schema is data, not code.
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    database.wait_for_locks_ms(5000);
    return database;
}

Statement Database::prepare(std::string_view sql) const {
    return {m_connection.get(), sql, m_file.string()};
}

Result<void> Database::execute(const std::string& sql, std::string_view while_doing) const {
    const int code = sqlite3_exec(m_connection.get(), sql.c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) {
        return tl::unexpected<Error>(error_of(m_connection.get(), code, while_doing, m_file));
    }
    return {};
}

Result<std::int64_t> Database::integer(std::string_view sql, std::string_view while_doing) const {
    Statement statement = prepare(sql);
    const Result<bool> row = statement.step(while_doing);
    if (!row) {
        return tl::unexpected<Error>(row.error());
    }
    return *row ? statement.integer(0) : 0;
}

Result<std::string> Database::text(std::string_view sql, std::string_view while_doing) const {
    Statement statement = prepare(sql);
    const Result<bool> row = statement.step(while_doing);
    if (!row) {
        return tl::unexpected<Error>(row.error());
    }
    return *row ? statement.text(0) : std::string();
}

Result<void> Database::require_json(std::string_view text, std::string_view what) const {
    Statement check = prepare("SELECT json_valid(?1)");
    const Result<bool> row = check.bind(1, text).step("Looking at JSON");
    if (!row) {
        return tl::unexpected<Error>(row.error());
    }
    if (check.integer(0) == 0) {
        return fail(ErrorKind::measurement, fmt::format("the {} is not JSON", what),
                    m_file.string());
    }
    return {};
}

Result<void> Database::require_json_object(std::string_view text, std::string_view what) const {
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || text[start] != '{') {
        return fail(ErrorKind::measurement, fmt::format("the {} is no JSON object", what),
                    m_file.string());
    }
    return require_json(text, what);
}

bool Database::file_has_moved() const {
    int moved = 0;
    const int code =
        sqlite3_file_control(m_connection.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved);
    return code == SQLITE_OK && moved != 0;
}

void Database::wait_for_locks_ms(int milliseconds) const {
    sqlite3_busy_timeout(m_connection.get(), milliseconds);
}

Result<void> Database::close() {
    const int code = sqlite3_close(m_connection.get());
    if (code != SQLITE_OK) {
        return tl::unexpected<Error>(
            error_of(m_connection.get(), code, "Closing the run file", m_file));
    }
    static_cast<void>(m_connection.release());
    return {};
}

}  // namespace stallscope::sqlite
