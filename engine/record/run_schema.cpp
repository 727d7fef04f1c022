// SPDX-License-Identifier: Apache-2.0
#include "record/run_schema.h"

#include <fmt/format.h>

#include "record/run_file.h"

namespace stallscope::run_schema {

const std::string_view request_columns =
    "request, seed, arrival, submit, queue_enter, dispatch, sent, worker_recv, service_start, "
    "service_end, device_start, device_end, native_enter, native_exit, reply_sent, recv_enter, "
    "read_returned, header, body, decoded, received, response, device_error, cpu, answer, "
    "reply_bytes, lane";

const std::string_view call_columns =
    "lane, call, start, end, native_enter, native_exit, device_start, device_end, status";

const std::array<std::string_view, 15> tables = {
    "experiment", "environment", "facts",    "streams", "visits",
    "origins",    "visit_ends",  "requests", "calls",   "stacks",
    "samples",    "checks",      "findings", "events",  "status"};

namespace {

constexpr std::string_view tables_sql = R"sql(
CREATE TABLE experiment(
    id INTEGER PRIMARY KEY CHECK (id = 1),
    text TEXT NOT NULL,                 -- canonical JSON, exactly what the seal is the SHA-256 of
    sha256 TEXT NOT NULL,
    sealed_at TEXT NOT NULL,            -- ISO 8601, UTC
    engine TEXT NOT NULL);              -- version of the program
CREATE TABLE environment(
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    json TEXT NOT NULL);
CREATE TABLE facts(                     -- the last one of a key counts
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    key TEXT NOT NULL,
    json TEXT NOT NULL);
CREATE TABLE streams(                   -- names of the numbers in requests.stream, calls.stream
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE);
CREATE TABLE visits(
    id INTEGER PRIMARY KEY,
    schedule_index INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    cycle INTEGER NOT NULL,
    half INTEGER NOT NULL,
    pass INTEGER NOT NULL,
    position INTEGER NOT NULL,
    cell TEXT NOT NULL,
    condition TEXT NOT NULL,
    preceded_by TEXT NOT NULL,          -- "cell/condition" measured just before
    window_s REAL NOT NULL,
    planned_start_s REAL NOT NULL,
    started_unix_ns INTEGER NOT NULL);
CREATE TABLE origins(                   -- start of a visit's window, once it is known
    visit INTEGER PRIMARY KEY REFERENCES visits(id),
    origin_ns INTEGER NOT NULL);        -- CLOCK_MONOTONIC
CREATE TABLE visit_ends(                -- a visit without one is partial
    visit INTEGER PRIMARY KEY REFERENCES visits(id),
    status TEXT NOT NULL CHECK (status IN ('complete', 'failed', 'discarded')),
    reason TEXT NOT NULL,
    unfinished INTEGER NOT NULL,
    overflowed INTEGER NOT NULL,
    unmatched TEXT NOT NULL,
    host_start_s REAL NOT NULL,
    cpu_s REAL NOT NULL,
    foreign_cpu_s REAL NOT NULL,
    engine_cpu_s REAL NOT NULL,
    facts TEXT NOT NULL,
    ended_unix_ns INTEGER NOT NULL,
    requests INTEGER NOT NULL,          -- rows of this visit in each table
    calls INTEGER NOT NULL,
    samples INTEGER NOT NULL,
    stacks INTEGER NOT NULL,
    rows_sha256 TEXT NOT NULL);
CREATE TABLE requests(                  -- nanoseconds from the visit's origin; NULL: not taken
    id INTEGER PRIMARY KEY,
    visit INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    request INTEGER NOT NULL,
    seed INTEGER, arrival INTEGER, submit INTEGER, queue_enter INTEGER, dispatch INTEGER,
    sent INTEGER, worker_recv INTEGER, service_start INTEGER, service_end INTEGER,
    device_start INTEGER, device_end INTEGER, native_enter INTEGER, native_exit INTEGER,
    reply_sent INTEGER, recv_enter INTEGER, read_returned INTEGER, header INTEGER, body INTEGER,
    decoded INTEGER, received INTEGER, response INTEGER,
    device_error INTEGER, cpu INTEGER,
    answer INTEGER NOT NULL,            -- 0 unchecked, 1 match, 2 mismatch, 3 error
    reply_bytes INTEGER, lane INTEGER,
    CHECK (id >> 42 = visit AND (id >> 30) & 4095 = stream));
CREATE TABLE calls(                     -- calls of loop threads
    id INTEGER PRIMARY KEY,
    visit INTEGER NOT NULL,
    stream INTEGER NOT NULL,
    lane INTEGER NOT NULL,
    call INTEGER NOT NULL,
    start INTEGER, end INTEGER, native_enter INTEGER, native_exit INTEGER,
    device_start INTEGER, device_end INTEGER,
    status INTEGER NOT NULL,            -- 0: done
    CHECK (id >> 42 = visit AND (id >> 30) & 4095 = stream));
CREATE TABLE stacks(                    -- what a thread was doing, seen from outside
    id INTEGER PRIMARY KEY,
    visit INTEGER NOT NULL,
    at INTEGER NOT NULL,                -- ns from the origin
    thread TEXT NOT NULL,
    state TEXT NOT NULL,
    frames TEXT NOT NULL,
    CHECK (id >> 42 = visit));
CREATE TABLE samples(                   -- readings of the machine
    id INTEGER PRIMARY KEY,
    visit INTEGER NOT NULL,
    at INTEGER NOT NULL,                -- ns from the origin
    what TEXT NOT NULL,
    value REAL,
    CHECK (id >> 42 = visit));
CREATE TABLE checks(
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    name TEXT NOT NULL,
    passed INTEGER NOT NULL,
    says TEXT NOT NULL,
    figures TEXT NOT NULL);
CREATE TABLE findings(
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    finding TEXT NOT NULL,
    severity TEXT NOT NULL,
    place TEXT NOT NULL,
    says TEXT NOT NULL,
    advice TEXT NOT NULL);
CREATE TABLE events(
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    json TEXT NOT NULL);
CREATE TABLE status(                    -- the last one counts
    id INTEGER PRIMARY KEY,
    at_unix_ns INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('complete', 'cancelled', 'failed', 'partial')),
    reason TEXT NOT NULL);
)sql";

static_assert(sequence_bits == 30 && stream_bits == 12 && most_streams == 4095,
              "the CHECK constraints above spell the same layout");

}  // namespace

std::string streams_of_visit() {
    const auto has_rows = [](std::string_view table) {
        return fmt::format(
            "EXISTS (SELECT 1 FROM {0} WHERE {0}.id BETWEEN (?1 << {1}) | (streams.id << {2}) AND "
            "((?1 << {1}) | (streams.id << {2})) + {3})",
            table, sequence_bits + stream_bits, sequence_bits, most_rows);
    };
    return fmt::format("SELECT streams.id, streams.name FROM streams WHERE {} OR {} ORDER BY 1",
                       has_rows("requests"), has_rows("calls"));
}

std::string statements() {
    std::string sql = fmt::format("PRAGMA application_id = {};\nPRAGMA user_version = {};\n",
                                  run_file_application_id, run_file_version);
    sql += tables_sql;
    // Rows are only ever added, also by people with an SQL shell.
    for (const std::string_view table : tables) {
        for (const std::string_view action : {"UPDATE", "DELETE"}) {
            sql += fmt::format(
                "CREATE TRIGGER {0}_no_{1} BEFORE {1} ON {0} BEGIN SELECT RAISE(ABORT, "
                "'rows of a run are only added, never changed'); END;\n",
                table, action);
        }
    }
    return sql;
}

}  // namespace stallscope::run_schema
