// SPDX-License-Identifier: Apache-2.0
#include "analysis/legs.h"

#include <algorithm>
#include <initializer_list>

namespace stallscope {
namespace {

std::int64_t between(std::int64_t from, std::int64_t to) {
    if (from == not_taken || to == not_taken) {
        return not_taken;
    }
    return to - from;
}

std::int64_t minus(std::int64_t whole, std::int64_t part) {
    if (whole == not_taken || part == not_taken) {
        return not_taken;
    }
    return whole - part;
}

bool has_identity_stamps(const RequestRow& row) {
    return row.dispatch != not_taken && row.service_start != not_taken &&
           row.service_end != not_taken && row.received != not_taken;
}

/// True when the taken ones among `stamps` never step back.
bool ascends(std::initializer_list<std::int64_t> stamps) {
    std::int64_t last = not_taken;
    for (const std::int64_t stamp : stamps) {
        if (stamp == not_taken) {
            continue;
        }
        if (last != not_taken && stamp < last) {
            return false;
        }
        last = stamp;
    }
    return true;
}

}  // namespace

std::string_view name_of(Leg leg) {
    static constexpr std::array<std::string_view, leg_count> names = {
        "return",     "occupancy",   "service", "dispatch",  "send",
        "queue",      "not_reading", "transit", "lock_wait", "device",
        "off_device", "relock",      "host",    "e2e",       "response_time"};
    return names[static_cast<std::size_t>(leg)];
}

std::string_view name_of(PathStep step) {
    static constexpr std::array<std::string_view, path_step_count> names = {
        "service_end_to_header", "header_to_body", "body_to_decoded", "decoded_to_received"};
    return names[static_cast<std::size_t>(step)];
}

std::int64_t native_span_ns(const RequestRow& row) {
    return between(row.native_enter, row.native_exit);
}

std::int64_t leg_ns(Leg leg, const RequestRow& row) {
    const bool identity = has_identity_stamps(row);
    switch (leg) {
        case Leg::return_leg:
            return identity ? row.received - row.service_end : not_taken;
        case Leg::occupancy:
            return identity ? row.received - row.dispatch : not_taken;
        case Leg::service:
            return identity ? row.service_end - row.service_start : not_taken;
        case Leg::dispatch:
            return identity ? row.service_start - row.dispatch : not_taken;
        case Leg::send:
            return between(row.dispatch, row.sent);
        case Leg::queue:
            return between(row.queue_enter, row.dispatch);
        case Leg::not_reading: {
            const std::int64_t ns = between(row.service_end, row.recv_enter);
            return ns == not_taken ? ns : std::max<std::int64_t>(ns, 0);
        }
        case Leg::transit:
            if (row.service_end == not_taken || row.recv_enter == not_taken) {
                return not_taken;
            }
            return between(std::max(row.service_end, row.recv_enter), row.read_returned);
        case Leg::lock_wait:
            return between(row.read_returned, row.header);
        case Leg::device:
            return between(row.device_start, row.device_end);
        case Leg::off_device:
            return minus(between(row.service_start, row.service_end),
                         between(row.device_start, row.device_end));
        case Leg::relock:
            return between(row.native_exit, row.service_end);
        case Leg::host:
            return minus(between(row.service_start, row.service_end), native_span_ns(row));
        case Leg::e2e:
            return between(row.submit, row.response);
        case Leg::response_time:
            return between(row.arrival, row.response);
    }
    return not_taken;
}

std::int64_t path_ns(PathStep step, const RequestRow& row) {
    switch (step) {
        case PathStep::service_end_to_header:
            return between(row.service_end, row.header);
        case PathStep::header_to_body:
            return between(row.header, row.body);
        case PathStep::body_to_decoded:
            return between(row.body, row.decoded);
        case PathStep::decoded_to_received:
            return between(row.decoded, row.received);
    }
    return not_taken;
}

bool stamps_out_of_order(const RequestRow& row) {
    return !ascends({row.arrival, row.submit, row.queue_enter, row.dispatch, row.worker_recv,
                     row.service_start, row.native_enter, row.native_exit, row.service_end,
                     row.read_returned, row.header, row.body, row.decoded, row.received}) ||
           !ascends({row.submit, row.service_end, row.response}) ||
           !ascends({row.dispatch, row.sent, row.recv_enter, row.read_returned}) ||
           !ascends({row.service_end, row.reply_sent}) ||
           !ascends({row.device_start, row.device_end});
}

}  // namespace stallscope
