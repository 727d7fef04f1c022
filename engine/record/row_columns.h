// SPDX-License-Identifier: Apache-2.0
#pragma once

// Which member of a row stands in which column: the order of run_schema::request_columns and
// call_columns. A member that is `not_taken` is NULL.

#include <array>
#include <cstdint>
#include <string_view>

#include "record/rows.h"
#include "record/run_schema.h"

namespace stallscope {

using RequestMember = std::int64_t RequestRow::*;
using TimesMember = std::int64_t RequestTimes::*;
using CallMember = std::int64_t CallRow::*;

inline constexpr std::array<RequestMember, run_schema::request_column_count> request_members = {
    &RequestRow::request,      &RequestRow::seed,          &RequestRow::arrival,
    &RequestRow::submit,       &RequestRow::queue_enter,   &RequestRow::dispatch,
    &RequestRow::sent,         &RequestRow::worker_recv,   &RequestRow::service_start,
    &RequestRow::service_end,  &RequestRow::device_start,  &RequestRow::device_end,
    &RequestRow::native_enter, &RequestRow::native_exit,   &RequestRow::reply_sent,
    &RequestRow::recv_enter,   &RequestRow::read_returned, &RequestRow::header,
    &RequestRow::body,         &RequestRow::decoded,       &RequestRow::received,
    &RequestRow::response,     &RequestRow::device_error,  &RequestRow::cpu,
    &RequestRow::answer,       &RequestRow::reply_bytes,   &RequestRow::lane};

inline constexpr std::string_view times_columns =
    "arrival, submit, dispatch, service_start, service_end, received, response";
inline constexpr std::array<TimesMember, 7> times_members = {
    &RequestTimes::arrival,       &RequestTimes::submit,      &RequestTimes::dispatch,
    &RequestTimes::service_start, &RequestTimes::service_end, &RequestTimes::received,
    &RequestTimes::response};

inline constexpr std::array<CallMember, run_schema::call_column_count> call_members = {
    &CallRow::lane,         &CallRow::call,         &CallRow::start,
    &CallRow::end,          &CallRow::native_enter, &CallRow::native_exit,
    &CallRow::device_start, &CallRow::device_end,   &CallRow::status};

}  // namespace stallscope
