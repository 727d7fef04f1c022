// SPDX-License-Identifier: Apache-2.0
#include "record/run_writer_state.h"

#include <fmt/format.h>

#include "record/run_schema.h"

namespace stallscope {

namespace {

std::string insert_into(std::string_view table, std::string_view columns, int count) {
    std::string marks = "?";
    for (int i = 1; i < count; ++i) {
        marks += ", ?";
    }
    return fmt::format("INSERT INTO {}({}) VALUES ({})", table, columns, marks);
}

}  // namespace

RunWriter::State::RowStatements::RowStatements(const sqlite::Database& database)
    : request(database.prepare(
          insert_into("requests", fmt::format("id, visit, stream, {}", run_schema::request_columns),
                      3 + run_schema::request_column_count))),
      call(database.prepare(
          insert_into("calls", fmt::format("id, visit, stream, {}", run_schema::call_columns),
                      3 + run_schema::call_column_count))),
      sample(database.prepare(insert_into("samples", "id, visit, at, what, value", 5))) {}

RunWriter::State::State(RunLock held, sqlite::Database opened)
    : lock(std::move(held)), database(std::move(opened)), transaction(database) {
    rows.emplace(database);
}

Result<void> RunWriter::State::store(std::string_view while_doing, bool now,
                                     const std::function<Result<void>()>& body) {
    if (!rows) {
        return fail(ErrorKind::measurement, "the run file is closed already",
                    database.file().string(), "Open it again to add to it");
    }
    Result<void> done = transaction.store(while_doing, now, body);
    if (!done) {
        stream_ids.clear();
        next_ids.clear();
        ended.clear();
    }
    return done;
}

Result<void> RunWriter::State::require_open_visit(std::int64_t visit) {
    const auto known = ended.find(visit);
    bool has_ended = false;
    if (known != ended.end()) {
        has_ended = known->second;
    } else {
        sqlite::Statement find = database.prepare(
            "SELECT EXISTS (SELECT 1 FROM visit_ends WHERE visit = ?1) FROM visits WHERE id = ?1");
        const Result<bool> found = find.bind(1, visit).step("Looking up a visit");
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        if (!*found) {
            return fail(ErrorKind::measurement, fmt::format("the run has no visit {}", visit),
                        database.file().string());
        }
        has_ended = find.integer(0) != 0;
        ended[visit] = has_ended;
    }
    if (has_ended) {
        return fail(ErrorKind::measurement,
                    fmt::format("visit {} has ended: nothing is added to it any more", visit),
                    database.file().string());
    }
    return {};
}

Result<std::int64_t> RunWriter::State::stream_id(std::string_view name) {
    const auto known = stream_ids.find(name);
    if (known != stream_ids.end()) {
        return known->second;
    }
    constexpr std::string_view doing = "Storing a stream's name";
    sqlite::Statement find = database.prepare("SELECT id FROM streams WHERE name = ?");
    const Result<bool> found = find.bind(1, name).step(doing);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    std::int64_t id = *found ? find.integer(0) : 0;
    if (!*found) {
        const Result<void> added =
            database.prepare("INSERT INTO streams(name) VALUES (?)").bind(1, name).run(doing);
        if (!added) {
            return tl::unexpected<Error>(added.error());
        }
        id = sqlite3_last_insert_rowid(database.handle());
    }
    if (id < 1 || id > run_schema::most_streams) {
        return fail(ErrorKind::measurement,
                    fmt::format("a run file holds at most {} streams", run_schema::most_streams),
                    database.file().string(), "Split the experiment");
    }
    stream_ids.emplace(name, id);
    return id;
}

Result<std::int64_t> RunWriter::State::take_ids(const std::string& table, std::int64_t first,
                                                std::size_t count) {
    const auto key = std::pair(table, first);
    auto next = next_ids.find(key);
    if (next == next_ids.end()) {
        sqlite::Statement find = database.prepare(fmt::format(
            "SELECT coalesce(max(id) + 1, ?1) FROM {} WHERE id BETWEEN ?1 AND ?2", table));
        const Result<bool> found =
            find.bind(1, first).bind(2, first + run_schema::most_rows).step("Counting rows");
        if (!found) {
            return tl::unexpected<Error>(found.error());
        }
        next = next_ids.emplace(key, find.integer(0)).first;
    }
    const std::int64_t taken = next->second - first;
    if (count > static_cast<std::size_t>(run_schema::most_rows - taken)) {
        return fail(ErrorKind::measurement,
                    fmt::format("one stream has at most {} rows in a visit", run_schema::most_rows),
                    database.file().string(), "Measure with shorter windows");
    }
    next->second += static_cast<std::int64_t>(count);
    return first + taken;
}

}  // namespace stallscope
