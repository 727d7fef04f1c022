// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>

#include "record/run_connections.h"
#include "record/run_digest.h"
#include "record/run_file.h"
#include "record/run_open.h"
#include "record/run_schema.h"
#include "record/sqlite.h"
#include "record/stream_rows.h"

namespace stallscope {

struct RunReader::State {
    explicit State(sqlite::Database opened) : connections(std::move(opened)) {}

    RunConnections connections;
};

namespace {

constexpr std::string_view reading = "Reading the run file";

// One value per row of the statement.
template <class T>
Result<std::vector<T>> collect(sqlite::Statement& statement,
                               const std::function<T(const sqlite::Statement&)>& value_of) {
    std::vector<T> values;
    for (;;) {
        const Result<bool> row = statement.step(reading);
        if (!row) {
            return tl::unexpected<Error>(row.error());
        }
        if (!*row) {
            return values;
        }
        values.push_back(value_of(statement));
    }
}

Result<std::string> required_text(const sqlite::Database& database, std::string_view sql) {
    sqlite::Statement statement = database.prepare(sql);
    const Result<bool> row = statement.step(reading);
    if (!row) {
        return tl::unexpected<Error>(row.error());
    }
    if (!*row) {
        return fail(ErrorKind::stale, "the run holds no sealed experiment or environment",
                    database.file().string(), "The file was altered; take it again");
    }
    return statement.text(0);
}

VisitStatus status_of(std::string_view word) {
    return word == "complete"    ? VisitStatus::complete
           : word == "discarded" ? VisitStatus::discarded
                                 : VisitStatus::failed;
}

// Columns as in visits_sql below.
StoredVisit visit_of(const sqlite::Statement& row) {
    StoredVisit stored;
    VisitRow& visit = stored.visit;
    visit.id = row.integer(0);
    visit.schedule_index = static_cast<int>(row.integer(1));
    visit.attempt = static_cast<int>(row.integer(2));
    visit.cycle = static_cast<int>(row.integer(3));
    visit.half = static_cast<int>(row.integer(4));
    visit.pass = static_cast<int>(row.integer(5));
    visit.position = static_cast<int>(row.integer(6));
    visit.cell = row.text(7);
    visit.condition = row.text(8);
    visit.before = row.text(9);
    visit.window_s = row.real(10);
    visit.planned_start_s = row.real(11);
    visit.started_unix_ns = row.integer(12);
    visit.origin_ns = row.integer_or(13, 0);
    if (row.is_null(14)) {
        return stored;
    }
    VisitEnd end;
    end.status = status_of(row.text(14));
    end.reason = row.text(15);
    end.unfinished = row.integer(16);
    end.overflowed = row.integer(17);
    end.unmatched = row.text(18);
    end.host_start_s = row.real(19);
    end.cpu_s = row.real(20);
    end.foreign_cpu_s = row.real(21);
    end.engine_cpu_s = row.real(22);
    end.facts = row.text(23);
    stored.end = std::move(end);
    stored.requests = row.integer(24);
    stored.calls = row.integer(25);
    stored.rows_sha256 = row.text(26);
    return stored;
}

constexpr std::string_view visits_sql =
    "SELECT v.id, v.schedule_index, v.attempt, v.cycle, v.half, v.pass, v.position, v.cell, "
    "v.condition, v.preceded_by, v.window_s, v.planned_start_s, v.started_unix_ns, o.origin_ns, "
    "e.status, e.reason, e.unfinished, e.overflowed, e.unmatched, e.host_start_s, e.cpu_s, "
    "e.foreign_cpu_s, e.engine_cpu_s, e.facts, e.requests, e.calls, e.rows_sha256 "
    "FROM visits v LEFT JOIN origins o ON o.visit = v.id LEFT JOIN visit_ends e ON e.visit = v.id "
    "ORDER BY v.id";

Result<std::int64_t> count_rows(const sqlite::Database& database, std::string_view table,
                                std::int64_t visit) {
    return database.integer(
        fmt::format("SELECT count(*) FROM {} WHERE id BETWEEN {} AND {}", table,
                    run_schema::first_id(visit, 0), run_schema::last_id_of_visit(visit)),
        reading);
}

}  // namespace

RunReader::RunReader(std::unique_ptr<State> state) : m_state(std::move(state)) {}
RunReader::RunReader(RunReader&&) noexcept = default;
RunReader& RunReader::operator=(RunReader&&) noexcept = default;
RunReader::~RunReader() = default;

Result<RunReader> RunReader::open(const std::filesystem::path& file) {
    Result<sqlite::Database> database = open_run_database(file, sqlite::Access::read);
    if (!database) {
        return tl::unexpected<Error>(database.error());
    }
    return RunReader(std::make_unique<State>(std::move(*database)));
}

Result<std::string> RunReader::sealed_text() const {
    const auto database = m_state->connections.borrow();
    return required_text(*database, "SELECT text FROM experiment");
}

Result<std::string> RunReader::sealed_sha256() const {
    const auto database = m_state->connections.borrow();
    return required_text(*database, "SELECT sha256 FROM experiment");
}

Result<std::string> RunReader::sealed_at() const {
    const auto database = m_state->connections.borrow();
    return required_text(*database, "SELECT sealed_at FROM experiment");
}

Result<std::string> RunReader::engine_version() const {
    const auto database = m_state->connections.borrow();
    return required_text(*database, "SELECT engine FROM experiment");
}

Result<std::string> RunReader::environment() const {
    const auto database = m_state->connections.borrow();
    return required_text(*database, "SELECT json FROM environment ORDER BY id LIMIT 1");
}

Result<std::string> RunReader::fact(std::string_view key) const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement find =
        database->prepare("SELECT json FROM facts WHERE key = ? ORDER BY id DESC LIMIT 1");
    const Result<bool> found = find.bind(1, key).step(reading);
    if (!found) {
        return tl::unexpected<Error>(found.error());
    }
    return *found ? find.text(0) : std::string("null");
}

Result<std::vector<std::string>> RunReader::fact_keys() const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare("SELECT DISTINCT key FROM facts ORDER BY key");
    return collect<std::string>(select, [](const sqlite::Statement& row) { return row.text(0); });
}

Result<std::string> RunReader::status() const {
    const auto database = m_state->connections.borrow();
    const Result<std::string> last =
        database->text("SELECT status FROM status ORDER BY id DESC LIMIT 1", reading);
    return last && last->empty() ? Result<std::string>("partial") : last;
}

Result<std::string> RunReader::status_reason() const {
    const auto database = m_state->connections.borrow();
    return database->text("SELECT reason FROM status ORDER BY id DESC LIMIT 1", reading);
}

Result<std::vector<StoredVisit>> RunReader::visits() const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare(visits_sql);
    Result<std::vector<StoredVisit>> visits = collect<StoredVisit>(select, visit_of);
    if (!visits) {
        return visits;
    }
    for (StoredVisit& stored : *visits) {
        if (stored.end) {
            continue;
        }
        const Result<std::int64_t> requests = count_rows(*database, "requests", stored.visit.id);
        const Result<std::int64_t> calls = count_rows(*database, "calls", stored.visit.id);
        if (!requests || !calls) {
            return tl::unexpected<Error>(requests ? calls.error() : requests.error());
        }
        stored.requests = *requests;
        stored.calls = *calls;
    }
    return visits;
}

Result<std::vector<StoredCheck>> RunReader::checks() const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select =
        database->prepare("SELECT name, passed, says, figures FROM checks ORDER BY id");
    return collect<StoredCheck>(select, [](const sqlite::Statement& row) {
        return StoredCheck{row.text(0), row.integer(1) != 0, row.text(2), row.text(3)};
    });
}

Result<std::vector<StoredFinding>> RunReader::findings() const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare(
        "SELECT finding, severity, place, says, advice FROM findings ORDER BY id");
    return collect<StoredFinding>(select, [](const sqlite::Statement& row) {
        return StoredFinding{row.text(0), row.text(1), row.text(2), row.text(3), row.text(4)};
    });
}

Result<std::vector<std::string>> RunReader::events() const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare("SELECT json FROM events ORDER BY id");
    return collect<std::string>(select, [](const sqlite::Statement& row) { return row.text(0); });
}

Result<std::vector<RequestRow>> RunReader::requests(std::int64_t visit,
                                                    std::string_view stream) const {
    const auto database = m_state->connections.borrow();
    return request_rows(*database, visit, stream);
}

Result<std::vector<RequestTimes>> RunReader::request_times(std::int64_t visit,
                                                           std::string_view stream) const {
    const auto database = m_state->connections.borrow();
    return stallscope::request_times(*database, visit, stream);
}

Result<std::vector<CallRow>> RunReader::calls(std::int64_t visit, std::string_view stream) const {
    const auto database = m_state->connections.borrow();
    return call_rows(*database, visit, stream);
}

Result<std::vector<SampleRow>> RunReader::samples(std::int64_t visit) const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare(
        "SELECT at, what, value FROM samples WHERE id BETWEEN ? AND ? ORDER BY id");
    select.bind(1, run_schema::first_id(visit, 0)).bind(2, run_schema::last_id_of_visit(visit));
    return collect<SampleRow>(select, [](const sqlite::Statement& row) {
        return SampleRow{row.integer(0), row.text(1),
                         row.is_null(2) ? std::numeric_limits<double>::quiet_NaN() : row.real(2)};
    });
}

Result<std::vector<std::string>> RunReader::streams(std::int64_t visit) const {
    const auto database = m_state->connections.borrow();
    sqlite::Statement select = database->prepare(
        fmt::format("SELECT name FROM ({}) ORDER BY name", run_schema::streams_of_visit()));
    select.bind(1, visit);
    return collect<std::string>(select, [](const sqlite::Statement& row) { return row.text(0); });
}

Result<std::string> RunReader::digest(std::int64_t visit) const {
    const auto database = m_state->connections.borrow();
    VisitDigest digest(*database, visit);
    const Result<VisitCounts> rows = digest.add_rows();
    if (!rows) {
        return tl::unexpected<Error>(rows.error());
    }
    const Result<void> end = digest.add_end();
    if (!end) {
        return tl::unexpected<Error>(end.error());
    }
    return digest.hex();
}

void RunReader::stop() const {
    m_state->connections.stop();
}

}  // namespace stallscope
