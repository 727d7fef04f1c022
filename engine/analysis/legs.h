// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "record/rows.h"

namespace stallscope {

/// The legs of design 3: the time between two stamps of one request.
enum class Leg : std::size_t {
    return_leg,   ///< service_end → received
    occupancy,    ///< dispatch → received
    service,      ///< service_start → service_end
    dispatch,     ///< dispatch → service_start
    send,         ///< dispatch → sent; overlaps dispatch and service, is in no sum
    queue,        ///< queue_enter → dispatch
    not_reading,  ///< service_end → recv_enter, 0 when that came earlier
    transit,      ///< max(service_end, recv_enter) → read_returned
    lock_wait,    ///< read_returned → header
    device,       ///< device_start → device_end
    off_device,   ///< service − device
    relock,  ///< native_exit → service_end: the call's return to a caller that holds the lock
    host,    ///< service − (native_enter → native_exit)
    e2e,     ///< submit → response
    response_time,  ///< arrival → response: hides no coordinated omission
};
inline constexpr std::size_t leg_count = 15;

/// The steps of a reply after the forward has ended.
enum class PathStep : std::size_t {
    service_end_to_header,
    header_to_body,
    body_to_decoded,
    decoded_to_received,
};
inline constexpr std::size_t path_step_count = 4;

/// The name as it stands in results.json: "return", "lock_wait", "service_end_to_header"…
std::string_view name_of(Leg leg);
std::string_view name_of(PathStep step);

/// Nanoseconds, or `not_taken` when one of its stamps is missing. The four legs of the identity
/// occupancy = dispatch + service + return are given for requests that have all four stamps and
/// for no others, so that their means add up as well.
std::int64_t leg_ns(Leg leg, const RequestRow& row);
std::int64_t path_ns(PathStep step, const RequestRow& row);

/// native_enter → native_exit of a request's call, `not_taken` without these stamps.
std::int64_t native_span_ns(const RequestRow& row);

/// True when two stamps of the request, both taken, stand in an order that cannot be: a reply read
/// before the forward ended, a response before the request. Stamps whose order is not defined
/// (reply_sent against read_returned; received against response, which the woken client may take
/// first) are not compared.
bool stamps_out_of_order(const RequestRow& row);

/// All legs and steps, in the order in which outputs list them.
constexpr std::array<Leg, leg_count> all_legs() {
    std::array<Leg, leg_count> legs{};
    for (std::size_t i = 0; i < leg_count; ++i) {
        legs[i] = static_cast<Leg>(i);
    }
    return legs;
}
constexpr std::array<PathStep, path_step_count> all_path_steps() {
    std::array<PathStep, path_step_count> steps{};
    for (std::size_t i = 0; i < path_step_count; ++i) {
        steps[i] = static_cast<PathStep>(i);
    }
    return steps;
}

}  // namespace stallscope
