// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "record/run_clock.h"
#include "record/run_create.h"
#include "record/run_digest.h"
#include "record/run_file.h"
#include "record/run_open.h"
#include "record/run_schema.h"
#include "record/run_writer_state.h"

namespace stallscope {

namespace {

constexpr bool commit_now = true;
constexpr bool commit_later = false;

std::string_view word_of(VisitStatus status) {
    switch (status) {
        case VisitStatus::complete:
            return "complete";
        case VisitStatus::failed:
            return "failed";
        case VisitStatus::discarded:
            return "discarded";
    }
    return "";
}

std::string_view object_or_empty(std::string_view json) {
    return json.empty() ? "{}" : json;
}

// Journal settings of a connection that writes.
Result<void> prepare_for_writing(const sqlite::Database& database) {
    constexpr std::string_view doing = "Preparing the run file for writing";
    if (sqlite3_db_readonly(database.handle(), "main") == 1) {
        return fail(ErrorKind::measurement, "the run file cannot be written",
                    database.file().string(), "Look at its rights, or copy it");
    }
    const Result<std::string> mode = database.text("PRAGMA journal_mode = WAL", doing);
    if (!mode) {
        return tl::unexpected<Error>(mode.error());
    }
    if (*mode != "wal") {
        return fail(ErrorKind::measurement,
                    "the file system does not allow a write-ahead log with shared memory",
                    database.file().string(),
                    "Write the run file to a local disk and copy it afterwards");
    }
    // Checkpoints wait for the disk; they belong between visits, not into a window. The bound
    // (256 MiB of 4 KiB pages) keeps the log from growing without end in a very long one.
    return database.execute(
        "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 65536; "
        "PRAGMA cache_size = -16384; PRAGMA foreign_keys = ON",
        doing);
}

// Moves the log into the main file. A reader in the middle of its reading may keep some of it
// there: that is no fault, the rows are committed.
Result<void> truncate_log(const sqlite::Database& database) {
    database.wait_for_locks_ms(250);
    const int code = sqlite3_wal_checkpoint_v2(database.handle(), nullptr,
                                               SQLITE_CHECKPOINT_TRUNCATE, nullptr, nullptr);
    database.wait_for_locks_ms(5000);
    if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY || (code & 0xff) == SQLITE_LOCKED) {
        return {};
    }
    return tl::unexpected<Error>(sqlite::error_of(
        database.handle(), code, "Moving the run's log into its file", database.file()));
}

template <class Row, std::size_t N>
Result<void> insert_rows(sqlite::Statement& insert, std::int64_t id, std::int64_t visit,
                         std::int64_t stream, std::span<const Row> rows,
                         const std::array<std::int64_t Row::*, N>& members,
                         std::string_view doing) {
    for (const Row& row : rows) {
        insert.bind(1, id++).bind(2, visit).bind(3, stream);
        int at = 4;
        for (const auto member : members) {
            insert.bind_or_null(at++, row.*member, not_taken);
        }
        const Result<void> stored = insert.run(doing);
        if (!stored) {
            return stored;
        }
    }
    return {};
}

sqlite::Statement end_row(const sqlite::Database& database, std::int64_t visit, const VisitEnd& end,
                          const VisitCounts& counts, std::int64_t ended_unix_ns,
                          std::string_view sha256) {
    sqlite::Statement insert = database.prepare(
        "INSERT INTO visit_ends(visit, status, reason, unfinished, overflowed, unmatched, "
        "host_start_s, cpu_s, foreign_cpu_s, engine_cpu_s, facts, ended_unix_ns, requests, calls, "
        "samples, stacks, rows_sha256) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    insert.bind(1, visit)
        .bind(2, word_of(end.status))
        .bind(3, std::string_view(end.reason))
        .bind(4, end.unfinished)
        .bind(5, end.overflowed)
        .bind(6, object_or_empty(end.unmatched))
        .bind(7, end.host_start_s)
        .bind(8, end.cpu_s)
        .bind(9, end.foreign_cpu_s)
        .bind(10, end.engine_cpu_s)
        .bind(11, object_or_empty(end.facts))
        .bind(12, ended_unix_ns)
        .bind(13, counts.requests)
        .bind(14, counts.calls)
        .bind(15, counts.samples)
        .bind(16, counts.stacks)
        .bind(17, sha256);
    return insert;
}

}  // namespace

RunWriter::RunWriter(std::unique_ptr<State> state) : m_state(std::move(state)) {}
RunWriter::RunWriter(RunWriter&&) noexcept = default;

RunWriter& RunWriter::operator=(RunWriter&& other) noexcept {
    std::swap(m_state, other.m_state);
    return *this;
}

RunWriter::~RunWriter() {
    if (m_state && m_state->rows) {
        static_cast<void>(m_state->transaction.commit());
    }
}

Result<RunWriter> RunWriter::create(const std::filesystem::path& file, const Seal& seal,
                                    std::string_view environment, std::string_view facts) {
    Result<RunLock> lock = RunLock::take(file);
    if (!lock) {
        return tl::unexpected<Error>(lock.error());
    }
    const Result<void> created = create_run_file(file, seal, environment, facts);
    if (!created) {
        return tl::unexpected<Error>(created.error());
    }
    return take_over(std::move(*lock), file);
}

Result<RunWriter> RunWriter::open(const std::filesystem::path& file) {
    // Looked at first: a lock beside something that is no run would be litter.
    {
        const Result<sqlite::Database> looked = open_run_database(file, sqlite::Access::read);
        if (!looked) {
            return tl::unexpected<Error>(looked.error());
        }
    }
    Result<RunLock> lock = RunLock::take(file);
    if (!lock) {
        return tl::unexpected<Error>(lock.error());
    }
    return take_over(std::move(*lock), file);
}

Result<RunWriter> RunWriter::take_over(RunLock lock, const std::filesystem::path& file) {
    Result<sqlite::Database> database = open_run_database(file, sqlite::Access::read_write);
    if (!database) {
        return tl::unexpected<Error>(database.error());
    }
    const Result<void> prepared = prepare_for_writing(*database);
    if (!prepared) {
        return tl::unexpected<Error>(prepared.error());
    }
    return RunWriter(std::make_unique<State>(std::move(lock), std::move(*database)));
}

Result<void> RunWriter::add_fact(std::string_view key, std::string_view json) {
    return m_state->store("Storing a fact of the run", commit_now, [&] {
        const Result<void> checked =
            m_state->database.require_json(json, fmt::format("fact \"{}\"", key));
        return !checked ? checked
                        : m_state->database
                              .prepare("INSERT INTO facts(at_unix_ns, key, json) VALUES (?, ?, ?)")
                              .bind(1, unix_now_ns())
                              .bind(2, key)
                              .bind(3, json)
                              .run("Storing a fact of the run");
    });
}

Result<void> RunWriter::add_check(std::string_view name, bool passed, std::string_view says,
                                  std::string_view figures_json) {
    return m_state->store("Storing a check", commit_now, [&] {
        const Result<void> checked = m_state->database.require_json(
            object_or_empty(figures_json), fmt::format("check {}'s figures", name));
        return !checked ? checked
                        : m_state->database
                              .prepare(
                                  "INSERT INTO checks(at_unix_ns, name, passed, says, figures) "
                                  "VALUES (?, ?, ?, ?, ?)")
                              .bind(1, unix_now_ns())
                              .bind(2, name)
                              .bind(3, std::int64_t{passed})
                              .bind(4, says)
                              .bind(5, object_or_empty(figures_json))
                              .run("Storing a check");
    });
}

Result<void> RunWriter::add_finding(std::string_view id, std::string_view severity,
                                    std::string_view where, std::string_view says,
                                    std::string_view advice) {
    return m_state->store("Storing a finding", commit_now, [&] {
        return m_state->database
            .prepare(
                "INSERT INTO findings(at_unix_ns, finding, severity, place, says, advice) "
                "VALUES (?, ?, ?, ?, ?, ?)")
            .bind(1, unix_now_ns())
            .bind(2, id)
            .bind(3, severity)
            .bind(4, where)
            .bind(5, says)
            .bind(6, advice)
            .run("Storing a finding");
    });
}

Result<void> RunWriter::add_event(std::string_view json) {
    return m_state->store("Storing an event", commit_now, [&] {
        const Result<void> checked = m_state->database.require_json(json, "event");
        return !checked
                   ? checked
                   : m_state->database.prepare("INSERT INTO events(at_unix_ns, json) VALUES (?, ?)")
                         .bind(1, unix_now_ns())
                         .bind(2, json)
                         .run("Storing an event");
    });
}

Result<std::int64_t> RunWriter::begin_visit(const VisitRow& visit) {
    constexpr std::string_view doing = "Storing a visit";
    std::int64_t id = 0;
    const Result<void> stored = m_state->store(doing, commit_now, [&]() -> Result<void> {
        Result<void> added =
            m_state->database
                .prepare(
                    "INSERT INTO visits(schedule_index, attempt, cycle, half, pass, position, "
                    "cell, condition, preceded_by, window_s, planned_start_s, started_unix_ns) "
                    "VALUES (?,?,?,?,?,?,?,?,?,?,?,?)")
                .bind(1, std::int64_t{visit.schedule_index})
                .bind(2, std::int64_t{visit.attempt})
                .bind(3, std::int64_t{visit.cycle})
                .bind(4, std::int64_t{visit.half})
                .bind(5, std::int64_t{visit.pass})
                .bind(6, std::int64_t{visit.position})
                .bind(7, std::string_view(visit.cell))
                .bind(8, std::string_view(visit.condition))
                .bind(9, std::string_view(visit.before))
                .bind(10, visit.window_s)
                .bind(11, visit.planned_start_s)
                .bind(12, visit.started_unix_ns)
                .run(doing);
        id = sqlite3_last_insert_rowid(m_state->database.handle());
        if (added && id > run_schema::most_visits) {
            return fail(ErrorKind::measurement,
                        fmt::format("a run file holds at most {} visits", run_schema::most_visits),
                        m_state->database.file().string(), "Start another run");
        }
        if (added && visit.origin_ns != 0) {
            added = m_state->database.prepare("INSERT INTO origins(visit, origin_ns) VALUES (?, ?)")
                        .bind(1, id)
                        .bind(2, visit.origin_ns)
                        .run(doing);
        }
        return added;
    });
    if (!stored) {
        return tl::unexpected<Error>(stored.error());
    }
    m_state->ended[id] = false;
    return id;
}

Result<void> RunWriter::set_origin(std::int64_t visit, std::int64_t origin_ns) {
    return m_state->store("Storing a window's start", commit_now, [&] {
        const Result<void> open_visit = m_state->require_open_visit(visit);
        return !open_visit ? open_visit
                           : m_state->database
                                 .prepare("INSERT INTO origins(visit, origin_ns) VALUES (?, ?)")
                                 .bind(1, visit)
                                 .bind(2, origin_ns)
                                 .run("Storing a window's start");
    });
}

Result<void> RunWriter::add_requests(std::int64_t visit, std::string_view stream,
                                     std::span<const RequestRow> rows) {
    constexpr std::string_view doing = "Storing requests";
    return m_state->store(doing, commit_later, [&]() -> Result<void> {
        const Result<void> open_visit = m_state->require_open_visit(visit);
        const Result<std::int64_t> id =
            open_visit ? m_state->stream_id(stream) : tl::unexpected<Error>(open_visit.error());
        const Result<std::int64_t> first =
            id ? m_state->take_ids("requests", run_schema::first_id(visit, *id), rows.size()) : id;
        if (!first) {
            return tl::unexpected<Error>(first.error());
        }
        return insert_rows(m_state->rows->request, *first, visit, *id, rows, request_members,
                           doing);
    });
}

Result<void> RunWriter::add_calls(std::int64_t visit, std::string_view stream,
                                  std::span<const CallRow> rows) {
    constexpr std::string_view doing = "Storing calls";
    return m_state->store(doing, commit_later, [&]() -> Result<void> {
        const Result<void> open_visit = m_state->require_open_visit(visit);
        const Result<std::int64_t> id =
            open_visit ? m_state->stream_id(stream) : tl::unexpected<Error>(open_visit.error());
        const Result<std::int64_t> first =
            id ? m_state->take_ids("calls", run_schema::first_id(visit, *id), rows.size()) : id;
        if (!first) {
            return tl::unexpected<Error>(first.error());
        }
        return insert_rows(m_state->rows->call, *first, visit, *id, rows, call_members, doing);
    });
}

Result<void> RunWriter::add_samples(std::int64_t visit, std::span<const SampleRow> rows) {
    constexpr std::string_view doing = "Storing readings of the machine";
    return m_state->store(doing, commit_later, [&]() -> Result<void> {
        const Result<void> open_visit = m_state->require_open_visit(visit);
        Result<std::int64_t> id =
            open_visit ? m_state->take_ids("samples", run_schema::first_id(visit, 0), rows.size())
                       : tl::unexpected<Error>(open_visit.error());
        if (!id) {
            return tl::unexpected<Error>(id.error());
        }
        for (const SampleRow& row : rows) {
            const Result<void> stored = m_state->rows->sample.bind(1, (*id)++)
                                            .bind(2, visit)
                                            .bind(3, row.at)
                                            .bind(4, std::string_view(row.what))
                                            .bind(5, row.value)
                                            .run(doing);
            if (!stored) {
                return stored;
            }
        }
        return {};
    });
}

Result<void> RunWriter::end_visit(std::int64_t visit, const VisitEnd& end) {
    constexpr std::string_view doing = "Storing a visit's end";
    const sqlite::Database& database = m_state->database;
    const Result<void> stored = m_state->store(doing, commit_now, [&]() -> Result<void> {
        Result<void> fit = m_state->require_open_visit(visit);
        fit = fit ? database.require_json_object(object_or_empty(end.unmatched), "visit's joins")
                  : fit;
        fit = fit ? database.require_json_object(object_or_empty(end.facts), "visit's facts") : fit;
        if (!fit) {
            return fit;
        }
        VisitDigest digest(database, visit);
        const Result<VisitCounts> counts = digest.add_rows();
        if (!counts) {
            return tl::unexpected<Error>(counts.error());
        }
        // The digest covers the end as it is stored, and the end holds the digest: store it
        // without, read it back, take it away again.
        const std::int64_t now_ns = unix_now_ns();
        Result<void> done = database.execute("SAVEPOINT trial", doing);
        done = done ? end_row(database, visit, end, *counts, now_ns, "").run(doing) : done;
        done = done ? digest.add_end() : done;
        done = done ? database.execute("ROLLBACK TO trial; RELEASE trial", doing) : done;
        return done ? end_row(database, visit, end, *counts, now_ns, digest.hex()).run(doing)
                    : done;
    });
    if (!stored) {
        return stored;
    }
    m_state->ended[visit] = true;
    m_state->next_ids.clear();
    return truncate_log(database);
}

Result<void> RunWriter::commit() {
    if (!m_state->rows) {
        return {};
    }
    return m_state->transaction.commit();
}

Result<void> RunWriter::set_status(std::string_view status, std::string_view reason) {
    return m_state->store("Storing the run's status", commit_now, [&] {
        return m_state->database
            .prepare("INSERT INTO status(at_unix_ns, status, reason) VALUES (?, ?, ?)")
            .bind(1, unix_now_ns())
            .bind(2, status)
            .bind(3, reason)
            .run("Storing the run's status");
    });
}

Result<void> RunWriter::close() {
    if (!m_state->rows) {
        return {};
    }
    Result<void> done = m_state->transaction.commit();
    done = done ? truncate_log(m_state->database) : done;
    if (!done) {
        return done;
    }
    m_state->rows.reset();
    // Refused while somebody reads the file: then the log stays beside it, empty.
    m_state->database.wait_for_locks_ms(2000);
    static_cast<void>(m_state->database.text("PRAGMA journal_mode = DELETE", "Closing the run"));
    done = m_state->database.close();
    m_state->lock.release();
    return done;
}

}  // namespace stallscope
