// SPDX-License-Identifier: Apache-2.0
#include "analysis/call_intervals.h"

#include <algorithm>

namespace stallscope {
namespace {

CallInterval interval(std::int64_t start, std::int64_t end, std::int64_t native_enter,
                      std::int64_t native_exit) {
    CallInterval call;
    call.native = native_enter != not_taken && native_exit != not_taken;
    call.start = call.native ? native_enter : start;
    call.end = call.native ? native_exit : end;
    call.native_exit = native_exit;
    call.span_end = end;
    return call;
}

void sort_by_start(std::vector<CallInterval>& calls) {
    const auto starts_earlier = [](const CallInterval& a, const CallInterval& b) {
        return a.start < b.start;
    };
    // One thread's calls come in order.
    if (!std::is_sorted(calls.begin(), calls.end(), starts_earlier)) {
        std::stable_sort(calls.begin(), calls.end(), starts_earlier);
    }
}

}  // namespace

std::vector<CallInterval> call_intervals(std::span<const CallRow> calls) {
    std::vector<CallInterval> found;
    found.reserve(calls.size());
    for (const CallRow& row : calls) {
        const CallInterval call = interval(row.start, row.end, row.native_enter, row.native_exit);
        if (call.start != not_taken) {
            found.push_back(call);
        }
    }
    sort_by_start(found);
    return found;
}

std::vector<CallInterval> call_intervals(std::span<const RequestRow> requests) {
    std::vector<CallInterval> found;
    found.reserve(requests.size());
    for (const RequestRow& row : requests) {
        const CallInterval call =
            interval(row.service_start, row.service_end, row.native_enter, row.native_exit);
        if (call.start != not_taken) {
            found.push_back(call);
        }
    }
    sort_by_start(found);
    return found;
}

BusyTime::BusyTime(std::vector<CallInterval> calls) {
    sort_by_start(calls);
    for (const CallInterval& call : calls) {
        if (call.end == not_taken || call.end <= call.start) {
            continue;
        }
        if (!m_start.empty() && call.start <= m_end.back()) {
            m_end.back() = std::max(m_end.back(), call.end);
        } else {
            m_start.push_back(call.start);
            m_end.push_back(call.end);
        }
    }
    m_before.reserve(m_start.size());
    std::int64_t busy = 0;
    for (std::size_t i = 0; i < m_start.size(); ++i) {
        m_before.push_back(busy);
        busy += m_end[i] - m_start[i];
    }
}

std::int64_t BusyTime::until(std::int64_t at, NearbyPlace& place) const {
    const std::size_t after = place.first_not(std::span<const std::int64_t>(m_start),
                                              [&](std::int64_t start) { return start <= at; });
    if (after == 0) {
        return 0;
    }
    const std::size_t i = after - 1;
    return m_before[i] + std::min(at, m_end[i]) - m_start[i];
}

std::int64_t BusyTime::inside(std::int64_t from, std::int64_t to) {
    return to <= from ? 0 : until(to, m_to) - until(from, m_from);
}

}  // namespace stallscope
