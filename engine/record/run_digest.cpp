// SPDX-License-Identifier: Apache-2.0
#include "record/run_digest.h"

#include <fmt/format.h>

#include <bit>

#include "record/run_schema.h"

namespace stallscope {

namespace {

constexpr std::string_view reading = "Reading a visit's rows";

// Tag and eight bytes, little-endian, in one go: this runs for every column of every row.
void append_tagged(std::string& bytes, char tag, std::uint64_t value) {
    char piece[9] = {tag};
    for (int i = 0; i < 8; ++i) {
        piece[1 + i] = static_cast<char>((value >> (8 * i)) & 0xff);
    }
    bytes.append(piece, sizeof piece);
}

void append_column(std::string& bytes, sqlite3_stmt* row, int column) {
    sqlite3_value* value = sqlite3_column_value(row, column);
    const int type = sqlite3_value_type(value);
    if (type == SQLITE_NULL) {
        bytes.push_back('N');
    } else if (type == SQLITE_INTEGER) {
        append_tagged(bytes, 'I', static_cast<std::uint64_t>(sqlite3_value_int64(value)));
    } else if (type == SQLITE_FLOAT) {
        append_tagged(bytes, 'F', std::bit_cast<std::uint64_t>(sqlite3_value_double(value)));
    } else {
        const void* data = sqlite3_column_blob(row, column);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
        append_tagged(bytes, type == SQLITE_TEXT ? 'T' : 'B', size);
        if (data != nullptr) {
            bytes.append(static_cast<const char*>(data), size);
        }
    }
}

}  // namespace

VisitDigest::VisitDigest(const sqlite::Database& database, std::int64_t visit)
    : m_database(database), m_visit(visit) {
    m_sum.add("stallscope visit rows 1\n");
}

Result<std::int64_t> VisitDigest::add_part(std::string_view name, std::string_view sql) {
    constexpr std::size_t flush_bytes = 1 << 16;
    std::string bytes = fmt::format("P{}\n", name);
    sqlite::Statement row = m_database.prepare(sql);
    row.bind(1, m_visit);
    const int columns = sqlite3_column_count(row.handle());
    std::int64_t rows = 0;
    for (;;) {
        const Result<bool> more = row.step(reading);
        if (!more) {
            return tl::unexpected<Error>(more.error());
        }
        if (!*more) {
            break;
        }
        ++rows;
        bytes.push_back('R');
        for (int column = 0; column < columns; ++column) {
            append_column(bytes, row.handle(), column);
        }
        if (bytes.size() >= flush_bytes) {
            m_sum.add(bytes);
            bytes.clear();
        }
    }
    m_sum.add(bytes);
    return rows;
}

Result<VisitCounts> VisitDigest::add_rows() {
    const auto all_of = [](std::string_view columns, std::string_view table) {
        return fmt::format(
            "SELECT {0} FROM {1} WHERE id BETWEEN ?1 << {2} AND ((?1 + 1) << {2}) - 1 ORDER BY id",
            columns, table, run_schema::sequence_bits + run_schema::stream_bits);
    };
    VisitCounts counts;
    struct Part {
        std::string_view name;
        std::string sql;
        std::int64_t* count;
    };
    const Part parts[] = {
        {"visits",
         "SELECT id, schedule_index, attempt, cycle, half, pass, position, cell, condition, "
         "preceded_by, window_s, planned_start_s, started_unix_ns FROM visits WHERE id = ?1",
         nullptr},
        {"origins", "SELECT visit, origin_ns FROM origins WHERE visit = ?1", nullptr},
        {"streams", run_schema::streams_of_visit(), nullptr},
        {"requests",
         all_of(fmt::format("id, visit, stream, {}", run_schema::request_columns), "requests"),
         &counts.requests},
        {"calls", all_of(fmt::format("id, visit, stream, {}", run_schema::call_columns), "calls"),
         &counts.calls},
        {"samples", all_of("id, visit, at, what, value", "samples"), &counts.samples},
        {"stacks", all_of("id, visit, at, thread, state, frames", "stacks"), &counts.stacks},
    };
    for (const Part& part : parts) {
        const Result<std::int64_t> rows = add_part(part.name, part.sql);
        if (!rows) {
            return tl::unexpected<Error>(rows.error());
        }
        if (part.count != nullptr) {
            *part.count = *rows;
        }
    }
    return counts;
}

Result<void> VisitDigest::add_end() {
    const Result<std::int64_t> rows = add_part(
        "visit_ends",
        "SELECT visit, status, reason, unfinished, overflowed, unmatched, host_start_s, cpu_s, "
        "foreign_cpu_s, engine_cpu_s, facts, ended_unix_ns, requests, calls, samples, stacks "
        "FROM visit_ends WHERE visit = ?1");
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    return {};
}

}  // namespace stallscope
