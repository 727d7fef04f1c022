// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stallscope {

/// A stamp that was not taken.
inline constexpr std::int64_t not_taken = INT64_MIN;

/// One request. Times are nanoseconds from the visit's origin (its window's start), so a request
/// is counted iff 0 ≤ arrival < window. `not_taken` is stored as NULL.
struct RequestRow {
    std::int64_t request = 0;  ///< its number in the stream, from 1
    std::int64_t seed = not_taken;
    std::int64_t arrival = not_taken, submit = not_taken, queue_enter = not_taken,
                 dispatch = not_taken, sent = not_taken, worker_recv = not_taken,
                 service_start = not_taken, service_end = not_taken, device_start = not_taken,
                 device_end = not_taken, native_enter = not_taken, native_exit = not_taken,
                 reply_sent = not_taken, recv_enter = not_taken, read_returned = not_taken,
                 header = not_taken, body = not_taken, decoded = not_taken, received = not_taken,
                 response = not_taken;
    std::int64_t device_error = not_taken;  ///< half-width of the device clock's mapping, ns
    std::int64_t cpu = not_taken;           ///< CPU time of the serving thread, ns
    std::int64_t answer = 0;                ///< Answer
    std::int64_t reply_bytes = not_taken;
    std::int64_t lane = not_taken;  ///< the client
};

/// Of a request only what its main legs need: a quarter of the columns.
struct RequestTimes {
    std::int64_t arrival = not_taken, submit = not_taken, dispatch = not_taken,
                 service_start = not_taken, service_end = not_taken, received = not_taken,
                 response = not_taken;
};

/// One call of a `loop` thread.
struct CallRow {
    std::int64_t lane = 0;
    std::int64_t call = 0;
    std::int64_t start = not_taken, end = not_taken, native_enter = not_taken,
                 native_exit = not_taken, device_start = not_taken, device_end = not_taken;
    std::int64_t status = 0;  ///< 0: done
};

struct VisitRow {
    std::int64_t id = 0;  ///< given by the run file
    int schedule_index = 0;
    int attempt = 1;  ///< counts up when the same place of the schedule is repeated
    int cycle = 0, half = 0, pass = 0, position = 0;  ///< position: order of real starts, from 0
    std::string cell, condition;
    std::string before;  ///< "cell/condition" measured just before, or empty
    double window_s = 0;
    double planned_start_s = 0;
    std::int64_t started_unix_ns = 0;  ///< wall clock, host start
    std::int64_t origin_ns = 0;        ///< CLOCK_MONOTONIC of the window's start; 0 until known
};

enum class VisitStatus { complete, failed, discarded };

/// Reason of a visit that somebody cancelled: it is discarded, but nothing was wrong with it.
inline constexpr const char* cancelled_reason = "cancelled";

/// How a visit ended. Without one it is partial.
struct VisitEnd {
    VisitStatus status = VisitStatus::complete;
    std::string reason;           ///< empty when complete
    std::int64_t unfinished = 0;  ///< counted requests without a response
    std::int64_t overflowed = 0;  ///< records that found their ring full
    std::string unmatched;        ///< JSON object: kind of join → count
    double host_start_s = 0;      ///< spawn → ready
    double cpu_s = 0;             ///< CPU of host and workers inside the window
    double foreign_cpu_s = 0;     ///< CPU of everything else inside the window, engine excluded
    double engine_cpu_s = 0;
    std::string facts;  ///< JSON: processes, devices, exit of the host
};

/// A reading of the machine during a visit.
struct SampleRow {
    std::int64_t at = 0;  ///< ns from the visit's origin
    std::string what;     ///< "load1", "mem_available_bytes", "cpu_khz/0", "foreign_cpu", …
    double value = 0;
};

}  // namespace stallscope
