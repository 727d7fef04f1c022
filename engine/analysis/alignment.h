// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/call_intervals.h"
#include "analysis/durations.h"
#include "analysis/results.h"

namespace stallscope {

/// A header counts as read at a call's end when the nearest native exit is at most this far away.
inline constexpr std::int64_t at_call_end_ns = 500'000;

/// When a forward ended and when its reply was in the host's hands.
struct ReplyPoint {
    std::int64_t service_end = 0;
    std::int64_t reply = 0;  ///< header; for a stream on a thread, which reads none, received
};

/// What one victim and one suspect say about each other, over one or more visits (design 3,
/// "Alignment rule").
class AlignmentSamples {
public:
    /// `calls` sorted by start, those outside the window included. For each reply the call is the
    /// last one that started at or before service_end; it ended inside when service_end lies
    /// before that call's end. A call that never ended contains everything after its start, but
    /// has no end to measure from.
    void add_visit(std::span<const ReplyPoint> replies, std::span<const CallInterval> calls,
                   std::int64_t window_ns);
    void merge(AlignmentSamples&& other);
    /// The figures; the suspect's name and the reply's stamp are the caller's to fill in.
    Alignment figures() const;

private:
    std::int64_t m_of = 0, m_inside = 0, m_near_exit = 0;
    std::int64_t m_exits_in_window = 0, m_window_ns = 0;
    std::int64_t m_calls_native = 0, m_calls = 0;
    bool m_exits_known = false;
    Durations m_minus_native_exit, m_minus_span_end;
    Durations m_wait, m_left;  ///< in step
};

}  // namespace stallscope
