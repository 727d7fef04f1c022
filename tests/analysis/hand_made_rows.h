// SPDX-License-Identifier: Apache-2.0
#pragma once

// Rows by hand for the tests: everything in microseconds from the window's start.

#include "record/arena.h"
#include "record/rows.h"

namespace stallscope::by_hand {

inline constexpr std::int64_t us = 1000;
inline constexpr std::int64_t ms = 1'000'000;

/// A request of a worker process with the steps: arrival at 0, queue 10 us after submit (5 us),
/// dispatch 20 us later, service from 100 us after dispatch for `service`, then `wait` until the
/// header, and 10 us each for body, decode and resolve. The read returns 30 us after service_end.
inline RequestRow process_request(std::int64_t number, std::int64_t arrival, std::int64_t service,
                                  std::int64_t lock_wait) {
    RequestRow row;
    row.request = number;
    row.seed = number % 8;
    row.lane = 0;
    row.arrival = arrival;
    row.submit = arrival + 5 * us;
    row.queue_enter = arrival + 10 * us;
    row.dispatch = arrival + 30 * us;
    row.sent = row.dispatch + 40 * us;
    row.worker_recv = row.dispatch + 60 * us;
    row.service_start = row.dispatch + 100 * us;
    row.service_end = row.service_start + service;
    row.native_enter = row.service_start + 4 * us;
    row.native_exit = row.service_end - 6 * us;
    row.device_start = row.native_enter + 50 * us;
    row.device_end = row.native_exit - 50 * us;
    row.device_error = 200;
    row.reply_sent = row.service_end + 25 * us;
    row.recv_enter = row.sent + 10 * us;
    row.read_returned = row.service_end + 30 * us;
    row.header = row.read_returned + lock_wait;
    row.body = row.header + 10 * us;
    row.decoded = row.body + 10 * us;
    row.received = row.decoded + 10 * us;
    row.response = row.received + 50 * us;
    row.cpu = 2 * ms;
    row.answer = static_cast<std::int64_t>(Answer::match);
    row.reply_bytes = 64;
    return row;
}

/// A request that is served on the dispatcher's thread.
inline RequestRow thread_request(std::int64_t number, std::int64_t arrival, std::int64_t service) {
    RequestRow row = process_request(number, arrival, service, 0);
    row.sent = row.worker_recv = row.reply_sent = row.recv_enter = row.read_returned = row.header =
        row.body = row.decoded = not_taken;
    row.service_start = row.dispatch + 3 * us;
    row.service_end = row.service_start + service;
    row.native_enter = row.service_start + 4 * us;
    row.native_exit = row.service_end - 6 * us;
    row.device_start = row.device_end = row.device_error = not_taken;
    row.received = row.service_end + 5 * us;
    row.response = row.received + 50 * us;
    return row;
}

inline CallRow call(std::int64_t number, std::int64_t start, std::int64_t length,
                    std::int64_t lane = 0) {
    CallRow row;
    row.lane = lane;
    row.call = number;
    row.start = start;
    row.native_enter = start + 2 * us;
    row.native_exit = row.native_enter + length;
    row.end = row.native_exit + 3 * us;
    return row;
}

}  // namespace stallscope::by_hand
