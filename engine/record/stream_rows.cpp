// SPDX-License-Identifier: Apache-2.0
#include "record/stream_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "record/row_columns.h"
#include "record/run_schema.h"

namespace stallscope {

namespace {

constexpr std::string_view reading = "Reading the run file";

// The number of a stream, 0 when the run has no such stream.
Result<std::int64_t> stream_id(const sqlite::Database& database, std::string_view name) {
    sqlite::Statement find = database.prepare("SELECT id FROM streams WHERE name = ?");
    const Result<bool> found = find.bind(1, name).step(reading);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    return *found ? find.integer(0) : 0;
}

// How many rows there will be, for room: they are numbered. An altered file may say what it likes,
// so never more than it has bytes for (one per column, at least).
Result<std::int64_t> rows_expected(const sqlite::Database& database, std::string_view table,
                                   std::int64_t first, std::int64_t last, std::size_t columns) {
    sqlite::Statement find = database.prepare(
        fmt::format("SELECT max(id) - ?1 + 1 FROM {} WHERE id BETWEEN ?1 AND ?2", table));
    const Result<bool> found = find.bind(1, first).bind(2, last).step(reading);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    const Result<std::int64_t> pages = database.integer("PRAGMA page_count", reading);
    const Result<std::int64_t> page_bytes = database.integer("PRAGMA page_size", reading);
    if (!pages || !page_bytes) {
        return tl::unexpected<Error>(pages ? page_bytes.error() : pages.error());
    }
    return std::clamp<std::int64_t>(find.integer(0), 0,
                                    *pages * *page_bytes / static_cast<std::int64_t>(columns));
}

// Rows as SQLite hands them over: as the arguments of a function. That spares a way out of SQLite
// and back per row, and the checks of sqlite3_column_* per column; a run has millions of them.
template <class Row, std::size_t N>
struct RowTaker {
    const std::array<std::int64_t Row::*, N>& members;
    std::vector<Row> rows;
    std::exception_ptr failure;

    static void take(sqlite3_context* context, int /*columns*/, sqlite3_value** columns) {
        auto& self = *static_cast<RowTaker*>(sqlite3_user_data(context));
        try {
            Row& row = self.rows.emplace_back();
            for (std::size_t i = 0; i < N; ++i) {
                row.*self.members[i] = sqlite3_value_type(columns[i]) == SQLITE_NULL
                                           ? not_taken
                                           : sqlite3_value_int64(columns[i]);
            }
        } catch (...) {  // not through SQLite's frames
            self.failure = std::current_exception();
            sqlite3_result_error_nomem(context);
        }
    }
};

// Takes the function away again when it goes out of scope.
class Function {
public:
    Function(sqlite3* connection, const char* name, int arguments, void* user,
             void (*call)(sqlite3_context*, int, sqlite3_value**))
        : m_connection(connection), m_name(name), m_arguments(arguments) {
        sqlite3_create_function_v2(m_connection, m_name, m_arguments,
                                   SQLITE_UTF8 | SQLITE_DIRECTONLY, user, call, nullptr, nullptr,
                                   nullptr);
    }
    Function(const Function&) = delete;
    Function& operator=(const Function&) = delete;
    ~Function() {
        sqlite3_create_function_v2(m_connection, m_name, m_arguments, SQLITE_UTF8, nullptr, nullptr,
                                   nullptr, nullptr, nullptr);
    }

private:
    sqlite3* m_connection;
    const char* m_name;
    int m_arguments;
};

template <class Row, std::size_t N>
Result<std::vector<Row>> rows_of(const sqlite::Database& database, std::string_view table,
                                 std::string_view columns,
                                 const std::array<std::int64_t Row::*, N>& members,
                                 std::int64_t visit, std::string_view stream) {
    const Result<std::int64_t> id = stream_id(database, stream);
    if (!id) {
        return tl::unexpected<Error>(id.error());
    }
    if (*id == 0 || visit < 1 || visit > run_schema::most_visits) {
        return std::vector<Row>();
    }
    const std::int64_t first = run_schema::first_id(visit, *id);
    const std::int64_t last = first + run_schema::most_rows;
    RowTaker<Row, N> taker{members, {}, {}};
    const Result<std::int64_t> expected = rows_expected(database, table, first, last, N);
    if (!expected) {
        return tl::unexpected<Error>(expected.error());
    }
    taker.rows.reserve(static_cast<std::size_t>(*expected));
    const Function take(database.handle(), "take_row", static_cast<int>(N), &taker,
                        RowTaker<Row, N>::take);
    // The function says NULL to every row, so that none comes out here.
    sqlite::Statement scan = database.prepare(fmt::format(
        "SELECT 1 FROM {} WHERE id BETWEEN ? AND ? AND take_row({}) ORDER BY id", table, columns));
    const Result<bool> scanned = scan.bind(1, first).bind(2, last).step(reading);
    if (taker.failure) {
        std::rethrow_exception(taker.failure);
    }
    if (!scanned) {
        return tl::unexpected<Error>(scanned.error());
    }
    return std::move(taker.rows);
}

}  // namespace

Result<std::vector<RequestRow>> request_rows(const sqlite::Database& database, std::int64_t visit,
                                             std::string_view stream) {
    return rows_of(database, "requests", run_schema::request_columns, request_members, visit,
                   stream);
}

Result<std::vector<RequestTimes>> request_times(const sqlite::Database& database,
                                                std::int64_t visit, std::string_view stream) {
    return rows_of(database, "requests", times_columns, times_members, visit, stream);
}

Result<std::vector<CallRow>> call_rows(const sqlite::Database& database, std::int64_t visit,
                                       std::string_view stream) {
    return rows_of(database, "calls", run_schema::call_columns, call_members, visit, stream);
}

}  // namespace stallscope
