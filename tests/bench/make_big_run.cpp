// SPDX-License-Identifier: Apache-2.0
// Makes a run file as large as a long run's, for analysis_bench.py: two cells, five mirrored
// cycles, a stream in a worker beside one that holds the lock on the dispatcher's thread. The
// stamps follow from a simulation of that lock; nothing of it was measured.
//
//   make_big_run FILE [REQUESTS]        REQUESTS: of both streams over all visits, default 10000000
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "plan/experiment.h"
#include "plan/schedule.h"
#include "plan/seal.h"
#include "record/arena.h"
#include "record/planned_row.h"
#include "record/run_file.h"

namespace {

using namespace stallscope;

constexpr std::int64_t us = 1'000;
constexpr std::int64_t ms = 1'000'000;
/// What one request of each stream takes from arrival to arrival, on average.
constexpr double period_ms = 2.05;
constexpr std::int64_t warm_up_ns = 100 * ms;
constexpr std::int64_t guard_ns = 20 * ms;

constexpr const char* experiment_text = R"({{ "stallscope": 1,
  "name": "big-run",
  "question": "How long does the analysis of a long run take?",
  "kind": "requests",
  "host": {{ "kind": "python", "python": "python3", "stamps": "native" }},
  "streams": {{
    "gpu": {{ "workload": {{ "kind": "opencl", "sequence": 128, "target_ms": 1.5 }},
             "placement": "process", "binding": "cdll",
             "load": {{ "kind": "closed", "clients": 1 }} }},
    "ane": {{ "workload": {{ "kind": "opencl", "sequence": 128, "target_ms": 1.9 }},
             "placement": "thread", "binding": "pydll",
             "load": {{ "kind": "closed", "clients": 1 }} }} }},
  "cells": [
    {{ "id": "held", "says": "lock held" }},
    {{ "id": "released", "streams": {{ "ane": {{ "binding": "cdll" }} }} }} ],
  "conditions": [ {{ "id": "both", "streams": ["gpu", "ane"] }} ],
  "windows": {{ "seconds": {}, "settle": 0.2, "lead": 0.1, "warm_up": 0.5, "guard": 0.2, "parts": 10 }},
  "cycles": 5, "order": "mirrored", "seed": 1,
  "criteria": [
    {{ "id": "return", "says": "the reply comes sooner", "metric": "return", "statistic": "mean",
      "stream": "gpu", "cell": "released", "against": "held", "condition": "both",
      "better_by_at_least": "10%" }},
    {{ "id": "answers", "says": "answers unchanged", "metric": "mismatches", "at_most": 0 }} ] }})";

constexpr const char* facts_text =
    R"({"devices":{"gpu":{"device":"simulated","emulated":true,"device_timer":"device","driver":"",
        "hidden":128,"layers":2},"ane":{"device":"simulated","emulated":true,
        "device_timer":"device","driver":"","hidden":128,"layers":2}}})";

template <class T>
T must(Result<T> result) {
    if (!result) {
        fmt::print(stderr, "{}\n", to_text(result.error()));
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return std::move(*result);
    }
}

class Chance {
public:
    explicit Chance(std::uint64_t seed) : m_random(seed) {}
    std::int64_t between(std::int64_t from, std::int64_t to) {
        return from + static_cast<std::int64_t>(m_random() % static_cast<std::uint64_t>(to - from));
    }
    /// `from` and a tail above it whose mean length is about `mean`, as latencies have.
    std::int64_t tail(std::int64_t from, std::int64_t mean) {
        const double u = static_cast<double>(m_random() >> 11) * 0x1p-53;
        return from - static_cast<std::int64_t>(static_cast<double>(mean) * std::log(1 - u));
    }

private:
    std::mt19937_64 m_random;
};

void fill_service(RequestRow& row, Chance& chance, std::int64_t service) {
    row.service_end = row.service_start + service;
    row.native_enter = row.service_start + chance.between(2 * us, 5 * us);
    row.native_exit = row.service_end - chance.between(3 * us, 8 * us);
    row.device_start = row.native_enter + chance.between(20 * us, 60 * us);
    row.device_end = row.native_exit - chance.between(20 * us, 60 * us);
    row.device_error = 200;
    row.cpu = service - chance.between(0, 100 * us);
    row.answer = static_cast<std::int64_t>(Answer::match);
    row.reply_bytes = 512;
}

RequestRow begun(std::int64_t number, std::int64_t arrival, Chance& chance) {
    RequestRow row;
    row.request = number;
    row.seed = number % 8;
    row.lane = 0;
    row.arrival = arrival;
    row.submit = arrival + chance.tail(2 * us, us);
    row.queue_enter = row.submit + chance.tail(3 * us, us);
    row.dispatch = row.queue_enter + chance.tail(10 * us, 5 * us);
    return row;
}

/// Back to back on the dispatcher's thread.
std::vector<RequestRow> thread_stream(std::int64_t window_ns, Chance& chance) {
    std::vector<RequestRow> rows;
    std::int64_t arrival = -warm_up_ns;
    while (arrival < window_ns + guard_ns) {
        RequestRow row = begun(static_cast<std::int64_t>(rows.size()) + 1, arrival, chance);
        row.service_start = row.dispatch + chance.between(2 * us, 6 * us);
        fill_service(row, chance, chance.tail(1850 * us, 100 * us));
        row.received = row.service_end + chance.tail(4 * us, 2 * us);
        row.response = row.received + chance.tail(20 * us, 10 * us);
        arrival = row.response + chance.tail(5 * us, 2 * us);
        rows.push_back(row);
    }
    return rows;
}

/// In a worker; while a call of `holder` holds the lock, a reply's header waits for its end.
std::vector<RequestRow> process_stream(std::int64_t window_ns, std::span<const RequestRow> holder,
                                       bool held, Chance& chance) {
    std::vector<RequestRow> rows;
    std::size_t call = 0;
    std::int64_t arrival = -warm_up_ns;
    while (arrival < window_ns + guard_ns) {
        RequestRow row = begun(static_cast<std::int64_t>(rows.size()) + 1, arrival, chance);
        row.sent = row.dispatch + chance.tail(25 * us, 8 * us);
        row.worker_recv = row.sent + chance.tail(20 * us, 10 * us);
        row.service_start = row.worker_recv + chance.tail(10 * us, 4 * us);
        fill_service(row, chance, chance.tail(held ? 700 * us : 1600 * us, 150 * us));
        row.reply_sent = row.service_end + chance.tail(15 * us, 5 * us);
        row.recv_enter = row.sent + chance.tail(8 * us, 3 * us);
        row.read_returned = row.service_end + chance.tail(20 * us, 8 * us);
        row.header = row.read_returned + chance.tail(6 * us, 4 * us);
        while (call < holder.size() && holder[call].native_exit <= row.read_returned) {
            ++call;
        }
        if (held && call < holder.size() && holder[call].native_enter <= row.read_returned) {
            row.header =
                std::max(row.header, holder[call].native_exit + chance.tail(8 * us, 6 * us));
        }
        row.body = row.header + chance.tail(8 * us, 3 * us);
        row.decoded = row.body + chance.tail(10 * us, 4 * us);
        row.received = row.decoded + chance.tail(8 * us, 3 * us);
        row.response = row.received + chance.tail(30 * us, 15 * us);
        arrival = row.response + chance.tail(5 * us, 2 * us);
        rows.push_back(row);
    }
    return rows;
}

void add_rows(RunWriter& writer, std::int64_t visit, std::string_view stream,
              std::span<const RequestRow> rows) {
    constexpr std::size_t block = 4096;
    for (std::size_t at = 0; at < rows.size(); at += block) {
        must(writer.add_requests(visit, stream,
                                 rows.subspan(at, std::min(block, rows.size() - at))));
    }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        fmt::print(stderr, "make_big_run FILE [REQUESTS]\n");
        return 1;
    }
    const double requests = argc == 3 ? std::atof(argv[2]) : 1e7;
    constexpr double visits = 20;
    constexpr double streams = 2;
    const double visit_s = requests / visits / streams * period_ms / 1e3;
    const Experiment plan =
        must(parse_experiment(fmt::format(experiment_text, std::max(0.1, 2 * visit_s))));
    RunWriter writer = must(RunWriter::create(argv[1], seal_of(plan), R"({"system":"simulated"})",
                                              R"({"file":"big-run"})"));
    Chance chance(1);
    std::size_t written = 0;
    for (const ScheduledVisit& scheduled : schedule_of(plan)) {
        VisitRow visit = planned_row(scheduled);
        visit.started_unix_ns =
            1'700'000'000'000'000'000 + static_cast<std::int64_t>(scheduled.planned_start_s * 1e9);
        const auto window_ns = static_cast<std::int64_t>(scheduled.window_s * 1e9);
        const auto ane = thread_stream(window_ns, chance);
        const auto gpu = process_stream(window_ns, ane, scheduled.cell == "held", chance);
        const std::int64_t id = must(writer.begin_visit(visit));
        must(writer.set_origin(id, 5'000'000'000));
        add_rows(writer, id, "gpu", gpu);
        add_rows(writer, id, "ane", ane);
        VisitEnd end;
        end.unmatched = "{}";
        end.cpu_s = scheduled.window_s * 0.8;
        end.facts = facts_text;
        must(writer.end_visit(id, end));
        written += gpu.size() + ane.size();
    }
    must(writer.set_status("complete"));
    must(writer.close());
    fmt::print("{}\n", written);
    return 0;
}
