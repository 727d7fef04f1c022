// SPDX-License-Identifier: Apache-2.0
#include "run/stamp_order.h"

#include <fmt/format.h>

#include <utility>

namespace stallscope {
namespace {

constexpr std::size_t most_kept = 20;

using Stamp = std::pair<const char*, std::int64_t RequestRow::*>;

// reply_sent is in none: its order against read_returned is not defined (design 3). Nor is sent's
// against the worker's stamps: a write may return after the reply was computed. Nor is response's
// against received: the woken client may read its clock before the dispatcher does.
const std::vector<std::vector<Stamp>> chains = {
    {{"arrival", &RequestRow::arrival},
     {"submit", &RequestRow::submit},
     {"queue_enter", &RequestRow::queue_enter},
     {"dispatch", &RequestRow::dispatch},
     {"worker_recv", &RequestRow::worker_recv},
     {"service_start", &RequestRow::service_start},
     {"native_enter", &RequestRow::native_enter},
     {"native_exit", &RequestRow::native_exit},
     {"service_end", &RequestRow::service_end},
     {"read_returned", &RequestRow::read_returned},
     {"header", &RequestRow::header},
     {"body", &RequestRow::body},
     {"decoded", &RequestRow::decoded},
     {"received", &RequestRow::received}},
    {{"submit", &RequestRow::submit}, {"response", &RequestRow::response}},
    {{"dispatch", &RequestRow::dispatch},
     {"sent", &RequestRow::sent},
     {"recv_enter", &RequestRow::recv_enter},
     {"read_returned", &RequestRow::read_returned}}};

}  // namespace

Result<void> StampOrder::requests(const std::string& stream, std::span<const RequestRow> rows) {
    for (const auto& row : rows) {
        ++m_requests;
        for (const auto& chain : chains) {
            const char* before = nullptr;
            std::int64_t last = 0;
            for (const auto& [name, stamp] : chain) {
                const auto time = row.*stamp;
                if (time == not_taken) continue;
                if (before != nullptr && time < last && m_violations.size() < most_kept) {
                    m_violations.push_back(
                        fmt::format("stream {}, request {}: {} is {} ns before {}", stream,
                                    row.request, name, last - time, before));
                }
                before = name;
                last = time;
            }
        }
    }
    return {};
}

Result<void> StampOrder::calls(const std::string& stream, std::span<const CallRow> rows) {
    for (const auto& row : rows) {
        const bool ordered = row.start <= row.end &&
                             (row.native_enter == not_taken ||
                              (row.start <= row.native_enter &&
                               row.native_enter <= row.native_exit && row.native_exit <= row.end));
        if (!ordered && m_violations.size() < most_kept) {
            m_violations.push_back(
                fmt::format("stream {}, call {}: its stamps are out of order", stream, row.call));
        }
    }
    return {};
}

}  // namespace stallscope
