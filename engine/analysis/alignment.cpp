// SPDX-License-Identifier: Apache-2.0
#include "analysis/alignment.h"

#include <algorithm>

#include "analysis/nearby_place.h"
#include "analysis/pearson.h"
#include "analysis/quantile.h"

namespace stallscope {
namespace {

/// Ends of the calls in ascending order: native exits, else the ends of their spans.
std::vector<std::int64_t> ends_of(std::span<const CallInterval> calls) {
    std::vector<std::int64_t> ends;
    ends.reserve(calls.size());
    for (const CallInterval& call : calls) {
        if (call.end != not_taken) {
            ends.push_back(call.end);
        }
    }
    if (!std::is_sorted(ends.begin(), ends.end())) {
        std::sort(ends.begin(), ends.end());
    }
    return ends;
}

bool is_near(std::span<const std::int64_t> ends, NearbyPlace& place, std::int64_t at) {
    const std::size_t after = place.first_not(ends, [&](std::int64_t end) { return end < at; });
    return (after < ends.size() && ends[after] - at <= at_call_end_ns) ||
           (after > 0 && at - ends[after - 1] <= at_call_end_ns);
}

}  // namespace

void AlignmentSamples::add_visit(std::span<const ReplyPoint> replies,
                                 std::span<const CallInterval> calls, std::int64_t window_ns) {
    const std::vector<std::int64_t> ends = ends_of(calls);
    const auto first = std::lower_bound(ends.begin(), ends.end(), std::int64_t{0});
    m_exits_in_window += std::lower_bound(first, ends.end(), window_ns) - first;
    m_exits_known = m_exits_known || !ends.empty();
    m_window_ns += window_ns;
    m_calls += static_cast<std::int64_t>(calls.size());
    m_calls_native += std::count_if(calls.begin(), calls.end(),
                                    [](const CallInterval& call) { return call.native; });
    m_of += static_cast<std::int64_t>(replies.size());
    NearbyPlace near_end;
    NearbyPlace near_start;
    for (const ReplyPoint& point : replies) {
        m_near_exit += is_near(ends, near_end, point.reply) ? 1 : 0;
        const std::size_t after = near_start.first_not(
            calls, [&](const CallInterval& call) { return call.start <= point.service_end; });
        if (after == 0) {
            continue;
        }
        const CallInterval& call = calls[after - 1];
        if (call.end == not_taken) {
            ++m_inside;
            continue;
        }
        if (point.service_end >= call.end) {
            continue;
        }
        ++m_inside;
        m_wait.push_back(point.reply - point.service_end);
        m_left.push_back(call.end - point.service_end);
        if (call.native_exit != not_taken) {
            m_minus_native_exit.push_back(point.reply - call.native_exit);
        }
        if (call.span_end != not_taken) {
            m_minus_span_end.push_back(point.reply - call.span_end);
        }
    }
}

void AlignmentSamples::merge(AlignmentSamples&& other) {
    m_of += other.m_of;
    m_inside += other.m_inside;
    m_near_exit += other.m_near_exit;
    m_exits_in_window += other.m_exits_in_window;
    m_window_ns += other.m_window_ns;
    m_calls += other.m_calls;
    m_calls_native += other.m_calls_native;
    m_exits_known = m_exits_known || other.m_exits_known;
    m_minus_native_exit.append(std::move(other.m_minus_native_exit));
    m_minus_span_end.append(std::move(other.m_minus_span_end));
    m_wait.append(std::move(other.m_wait));
    m_left.append(std::move(other.m_left));
}

Alignment AlignmentSamples::figures() const {
    Alignment found;
    found.of = m_of;
    found.ended_inside = m_inside;
    if (m_of > 0 && m_exits_known) {
        found.header_share = static_cast<double>(m_near_exit) / static_cast<double>(m_of);
    }
    if (m_exits_in_window > 0 && m_window_ns > 0) {
        const double period_ns =
            static_cast<double>(m_window_ns) / static_cast<double>(m_exits_in_window);
        found.header_chance = std::min(1.0, 2.0 * static_cast<double>(at_call_end_ns) / period_ns);
    }
    found.wait_vs_time_left_r = pearson(m_wait, m_left);
    found.header_minus_native_exit_ms = summarise_ms(m_minus_native_exit);
    found.header_minus_span_end_ms = summarise_ms(m_minus_span_end);
    found.call_source = m_calls == 0                ? "no calls"
                        : m_calls_native == 0       ? "service spans"
                        : m_calls_native == m_calls ? "native spans"
                                                    : "native and service spans";
    return found;
}

}  // namespace stallscope
