// SPDX-License-Identifier: Apache-2.0
#include "record/request_join.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace stallscope {

namespace {

constexpr std::int64_t as_stored(Answer answer) {
    return static_cast<std::int64_t>(answer);
}

std::string name_of(RecordKind kind) {
    switch (kind) {
        case RecordKind::client:
            return "client";
        case RecordKind::dispatch:
            return "dispatch";
        case RecordKind::service:
            return "service";
        case RecordKind::call:
            return "call";
    }
    return {};
}

}  // namespace

RequestJoin::RequestJoin(std::vector<JoinStream> streams, std::int64_t origin_ns)
    : m_origin_ns(origin_ns) {
    for (JoinStream& stream : streams) {
        std::string name = stream.name;
        m_streams[std::move(name)].expected = std::move(stream);
    }
}

// A stamp of 0 was not taken; anything that lies nowhere near the visit is garbage.
std::int64_t RequestJoin::stamp(std::int64_t clock_ns) {
    if (clock_ns == 0) {
        return not_taken;
    }
    std::int64_t from_origin = 0;
    if (clock_ns < 0 || __builtin_sub_overflow(clock_ns, m_origin_ns, &from_origin) ||
        from_origin > furthest_ns || from_origin < -furthest_ns) {
        count("out_of_range");
        return not_taken;
    }
    return from_origin;
}

// Nanoseconds or bytes: never negative.
std::int64_t RequestJoin::amount(std::int64_t value) {
    if (value < 0 || value > furthest_ns) {
        count("out_of_range");
        return not_taken;
    }
    return value;
}

void RequestJoin::feed(std::string_view stream, const StampRecord& record) {
    const auto found = m_streams.find(stream);
    if (found == m_streams.end()) {
        return count("unknown_stream");
    }
    StreamState& state = found->second;
    const JoinStream& expected = state.expected;
    const auto kind = static_cast<RecordKind>(record.kind);
    const std::string name = name_of(kind);
    if (name.empty()) {
        return count("unknown_kind");
    }
    if (!expected.lanes.empty() && !expected.lanes.contains(record.lane)) {
        return count("lane_of_other_stream");
    }
    if (record.request == 0 ||
        record.request > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
        return count("number_out_of_range");
    }
    const bool wanted = expected.loop == (kind == RecordKind::call) &&
                        (expected.loop || expected.stamped || kind == RecordKind::client);
    if (!wanted) {
        return count("unexpected_" + name);
    }
    if (expected.loop) {
        feed_call(state, record);
    } else {
        feed_part(state, record);
    }
}

void RequestJoin::feed_call(StreamState& stream, const StampRecord& record) {
    if (!stream.calls[record.lane].insert(record.request)) {
        return count("duplicate_call");
    }
    CallRow row;
    row.lane = record.lane;
    row.call = static_cast<std::int64_t>(record.request);
    row.start = stamp(record.t[CallField::start]);
    row.end = stamp(record.t[CallField::end]);
    row.native_enter = stamp(record.t[CallField::native_enter]);
    row.native_exit = stamp(record.t[CallField::native_exit]);
    row.device_start = stamp(record.t[CallField::device_start]);
    row.device_end = stamp(record.t[CallField::device_end]);
    row.status = record.t[CallField::status];
    m_finished.calls[stream.expected.name].push_back(row);
}

void RequestJoin::feed_part(StreamState& stream, const StampRecord& record) {
    const auto kind = static_cast<RecordKind>(record.kind);
    if (stream.emitted.contains(record.request)) {
        return count("duplicate_" + name_of(kind));
    }
    auto found = stream.pending.find(record.request);
    if (found == stream.pending.end()) {
        if (stream.pending.size() >= most_pending) {
            return count("too_many_pending");
        }
        found = stream.pending.try_emplace(record.request).first;
        found->second.row.request = static_cast<std::int64_t>(record.request);
    }
    Pending& pending = found->second;
    bool& there = kind == RecordKind::client     ? pending.client
                  : kind == RecordKind::dispatch ? pending.dispatch
                                                 : pending.service;
    if (std::exchange(there, true)) {
        return count("duplicate_" + name_of(kind));
    }
    if (kind == RecordKind::client) {
        take_client(pending, record);
    } else if (kind == RecordKind::dispatch) {
        take_dispatch(pending, record);
    } else {
        take_service(pending, record);
    }
    const bool complete =
        pending.client && (!stream.expected.stamped || (pending.dispatch && pending.service));
    if (complete) {
        emit(stream, record.request, pending);
        stream.pending.erase(found);
    }
}

void RequestJoin::take_client(Pending& pending, const StampRecord& record) {
    RequestRow& row = pending.row;
    row.lane = record.lane;
    row.arrival = stamp(record.t[ClientField::arrival]);
    row.submit = stamp(record.t[ClientField::submit]);
    row.response = stamp(record.t[ClientField::response]);
    row.seed = amount(record.t[ClientField::seed]);
    row.answer = record.t[ClientField::answer];
    if (row.answer < as_stored(Answer::unchecked) || row.answer > as_stored(Answer::error)) {
        count("unknown_answer");
        row.answer = as_stored(Answer::error);
    }
}

void RequestJoin::take_dispatch(Pending& pending, const StampRecord& record) {
    RequestRow& row = pending.row;
    row.queue_enter = stamp(record.t[DispatchField::queue_enter]);
    row.dispatch = stamp(record.t[DispatchField::dispatch]);
    row.sent = stamp(record.t[DispatchField::sent]);
    row.recv_enter = stamp(record.t[DispatchField::recv_enter]);
    row.read_returned = stamp(record.t[DispatchField::read_returned]);
    row.header = stamp(record.t[DispatchField::header]);
    row.body = stamp(record.t[DispatchField::body]);
    row.decoded = stamp(record.t[DispatchField::decoded]);
    row.received = stamp(record.t[DispatchField::received]);
    // No reply was read where there is no header: its size is then not 0 but not taken.
    if (record.t[DispatchField::reply_bytes] != 0) {
        row.reply_bytes = amount(record.t[DispatchField::reply_bytes]);
    }
}

void RequestJoin::take_service(Pending& pending, const StampRecord& record) {
    RequestRow& row = pending.row;
    row.worker_recv = stamp(record.t[ServiceField::worker_recv]);
    row.service_start = stamp(record.t[ServiceField::service_start]);
    row.service_end = stamp(record.t[ServiceField::service_end]);
    row.native_enter = stamp(record.t[ServiceField::native_enter]);
    row.native_exit = stamp(record.t[ServiceField::native_exit]);
    row.device_start = stamp(record.t[ServiceField::device_start]);
    row.device_end = stamp(record.t[ServiceField::device_end]);
    row.reply_sent = stamp(record.t[ServiceField::reply_sent]);
    if (row.device_start != not_taken) {
        row.device_error = amount(record.t[ServiceField::device_error]);
    }
    // A thread's CPU clock counts nanoseconds: 0 means that it was not read.
    if (record.t[ServiceField::cpu] != 0) {
        row.cpu = amount(record.t[ServiceField::cpu]);
    }
    pending.service_failed = record.t[ServiceField::status] != 0;
}

void RequestJoin::emit(StreamState& stream, std::uint64_t number, const Pending& pending) {
    RequestRow row = pending.row;
    if (pending.service_failed) {
        row.answer = as_stored(Answer::error);
    }
    stream.emitted.insert(number);
    m_finished.requests[stream.expected.name].push_back(row);
}

void RequestJoin::count_missing(const Pending& pending, bool stamped) {
    const std::string there = pending.client ? "client" : pending.dispatch ? "dispatch" : "service";
    if (!pending.client) {
        count(there + "_without_client");
    }
    if (stamped && !pending.dispatch) {
        count(there + "_without_dispatch");
    }
    if (stamped && !pending.service) {
        count(there + "_without_service");
    }
}

RequestJoin::Rows RequestJoin::take_finished() {
    return std::exchange(m_finished, Rows{});
}

RequestJoin::Rows RequestJoin::finish() {
    for (auto& [name, stream] : m_streams) {
        std::vector<std::uint64_t> numbers;
        numbers.reserve(stream.pending.size());
        for (const auto& [number, pending] : stream.pending) {
            numbers.push_back(number);
        }
        std::sort(numbers.begin(), numbers.end());
        for (const std::uint64_t number : numbers) {
            const Pending& pending = stream.pending.at(number);
            count_missing(pending, stream.expected.stamped);
            emit(stream, number, pending);
        }
        stream.pending.clear();
    }
    return take_finished();
}

std::string unmatched_json(const std::map<std::string, std::int64_t>& unmatched) {
    std::string json = "{";
    for (const auto& [kind, number] : unmatched) {
        json += (json.size() > 1 ? ",\"" : "\"") + kind + "\":" + std::to_string(number);
    }
    return json + "}";
}

}  // namespace stallscope
