// SPDX-License-Identifier: Apache-2.0
#pragma once

// A run file with known legs: a closed stream in a worker beside a loop that holds the lock, that
// releases it, and alone. Every number in it follows from the constants here.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "hand_made_rows.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "record/planned_row.h"
#include "record/run_file.h"

namespace stallscope::by_hand {

inline constexpr const char* experiment_text = R"({ "stallscope": 1,
  "name": "synthetic",
  "question": "Does the reply wait for the lock?",
  "kind": "requests",
  "host": { "kind": "python", "python": "python3" },
  "streams": {
    "gpu": { "workload": { "kind": "opencl", "sequence": 128, "target_ms": 1.5 },
             "placement": "process", "binding": "cdll",
             "load": { "kind": "closed", "clients": 1 } },
    "neighbour": { "workload": { "kind": "wait", "ms": 8 },
             "placement": "thread", "binding": "pydll",
             "load": { "kind": "loop", "threads": 1 } } },
  "cells": [
    { "id": "idle", "streams": { "neighbour": null } },
    { "id": "held", "says": "lock held" },
    { "id": "released", "streams": { "neighbour": { "binding": "cdll" } } } ],
  "conditions": [ { "id": "both", "streams": ["gpu", "neighbour"] } ],
  "windows": { "seconds": 1.6, "settle": 0.2, "lead": 0.1, "warm_up": 0.5, "guard": 0.2, "parts": 5 },
  "cycles": 2, "order": "interleaved", "seed": 1,
  "criteria": [
    { "id": "held-delays", "says": "a held call delays the reply", "metric": "return", "statistic": "p50",
      "stream": "gpu", "cell": "held", "condition": "both", "at_least_ms": 1 },
    { "id": "released-lock", "says": "released, the reply does not wait for the lock", "metric": "lock_wait", "statistic": "p50",
      "stream": "gpu", "cell": "released", "condition": "both", "at_most_ms": 0.01 },
    { "id": "effect", "says": "ten times sooner", "metric": "return", "statistic": "p50",
      "stream": "gpu", "cell": "released", "against": "held", "condition": "both", "at_least_times": 10 },
    { "id": "rate", "says": "no slower than alone", "metric": "throughput", "statistic": "total",
      "stream": "gpu", "cell": "released", "against": "idle", "condition": "both", "worse_by_less_than": "10%" },
    { "id": "answers", "says": "answers unchanged", "metric": "mismatches", "at_most": 0 } ] })";

inline constexpr const char* facts_text =
    R"json({"devices":{"gpu":{"device":"PoCL CPU core (emulated)","emulated":true,
        "device_timer":"device","driver":"pocl 3.1","hidden":128,"layers":2},
        "neighbour":{"device":"wait","emulated":false,"device_timer":"host span","driver":"",
        "hidden":0,"layers":0}}})json";

/// The loop calls every 10 ms; its native span is 9.9 ms long.
inline std::vector<CallRow> loop_calls(std::int64_t from, std::int64_t to) {
    std::vector<CallRow> calls;
    for (std::int64_t start = from; start < to; start += 10 * ms) {
        calls.push_back(call(static_cast<std::int64_t>(calls.size()) + 1, start, 9900 * us));
    }
    return calls;
}

/// A closed loop of one client. `held`: the header comes 10 us after the native exit of the call
/// in which the read returned, else 20 us after the read returned.
inline std::vector<RequestRow> closed_requests(std::int64_t from, std::int64_t to, bool held) {
    std::vector<RequestRow> rows;
    std::int64_t arrival = from;
    while (arrival < to) {
        const auto number = static_cast<std::int64_t>(rows.size()) + 1;
        const std::int64_t service = 1500 * us + number * 37 * us % (400 * us);
        RequestRow row = process_request(number, arrival, service, 20 * us);
        if (held) {
            const std::int64_t since =
                ((row.read_returned - 2 * us) % (10 * ms) + 10 * ms) % (10 * ms);
            const std::int64_t exit = row.read_returned + 9900 * us - since;
            if (exit > row.read_returned) {
                row = process_request(number, arrival, service, exit + 10 * us - row.read_returned);
            }
        }
        rows.push_back(row);
        arrival = row.response + 5 * us;
    }
    return rows;
}

inline Experiment experiment(const std::string& text = experiment_text) {
    auto parsed = parse_experiment(text);
    if (!parsed) {
        throw std::runtime_error(to_text(parsed.error()));
    }
    return *parsed;
}

/// Removes itself.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "stallscope-XXXXXX").string();
        m_path = ::mkdtemp(pattern.data());
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

template <class T>
T must(Result<T> result) {
    if (!result) {
        throw std::runtime_error(to_text(result.error()));
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

inline RunWriter new_run(const std::filesystem::path& file, const Experiment& plan) {
    return must(RunWriter::create(file, seal_of(plan), R"({"cores":2,"system":"test"})",
                                  R"({"file":"synthetic.stallscope"})"));
}

inline VisitRow visit_row(const ScheduledVisit& scheduled, int attempt = 1) {
    VisitRow visit = planned_row(scheduled);
    visit.attempt = attempt;
    visit.started_unix_ns = 1'700'000'000'000'000'000 + scheduled.index * 4'000'000'000;
    return visit;
}

inline VisitEnd visit_end() {
    VisitEnd end;
    end.cpu_s = 0.8;
    end.host_start_s = 0.5;
    end.unmatched = "{}";
    end.facts = facts_text;
    return end;
}

/// Writes one visit with its rows; without an end when `end` is null.
inline std::int64_t add_visit(RunWriter& writer, const VisitRow& visit, const VisitEnd* end) {
    const auto window = static_cast<std::int64_t>(visit.window_s * 1e9);
    const auto id = must(writer.begin_visit(visit));
    must(writer.set_origin(id, 5'000'000'000));
    must(writer.add_requests(id, "gpu",
                             closed_requests(-100 * ms, window + 50 * ms, visit.cell == "held")));
    if (visit.cell != "idle") {
        must(writer.add_calls(id, "neighbour", loop_calls(-100 * ms, window + 50 * ms)));
    }
    if (end != nullptr) {
        must(writer.end_visit(id, *end));
    }
    return id;
}

/// The whole run, complete.
inline void write_run(const std::filesystem::path& file) {
    const Experiment plan = experiment();
    RunWriter writer = new_run(file, plan);
    must(writer.add_check("clock", true, "one clock for all processes", R"({"resolution_ns":1})"));
    const VisitEnd end = visit_end();
    for (const ScheduledVisit& scheduled : schedule_of(plan)) {
        add_visit(writer, visit_row(scheduled), &end);
    }
    must(writer.set_status("complete"));
    must(writer.close());
}

}  // namespace stallscope::by_hand
