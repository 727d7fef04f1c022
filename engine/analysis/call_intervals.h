// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/nearby_place.h"
#include "record/rows.h"

namespace stallscope {

/// One call of a suspect, in nanoseconds from the visit's origin.
struct CallInterval {
    std::int64_t start = 0;
    std::int64_t end = not_taken;          ///< `not_taken`: it never ended
    std::int64_t native_exit = not_taken;  ///< last instruction of the call
    std::int64_t span_end = not_taken;     ///< its caller's stamp, taken after the lock is free
    bool native = false;                   ///< start and end are the native ones
};

/// Calls of a loop, sorted by start: native spans where both stamps exist, else the callers' spans.
/// A call without a start is no call.
std::vector<CallInterval> call_intervals(std::span<const CallRow> calls);
/// Calls of a closed stream: native spans, else service spans, wherever it is placed.
std::vector<CallInterval> call_intervals(std::span<const RequestRow> requests);

/// The times in which at least one call was running: the union of their intervals. A call that
/// never ended is left out, its length is unknown.
class BusyTime {
public:
    explicit BusyTime(std::vector<CallInterval> calls);
    /// Nanoseconds of [from, to) that are busy. Quick when asked in about the order of time.
    std::int64_t inside(std::int64_t from, std::int64_t to);
    bool empty() const { return m_start.empty(); }

private:
    std::int64_t until(std::int64_t at, NearbyPlace& place) const;
    NearbyPlace m_from, m_to;
    std::vector<std::int64_t> m_start, m_end;  ///< disjoint, ascending
    std::vector<std::int64_t> m_before;        ///< busy time in front of each
};

}  // namespace stallscope
