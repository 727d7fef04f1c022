// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace stallscope {

/// The system's clocks, read one right after the other.
struct ClockReading {
    std::int64_t monotonic_ns = 0;  ///< what everything is stamped with
    std::int64_t raw_ns = 0;        ///< the same oscillator, not corrected by anybody
    std::int64_t realtime_ns = 0;   ///< the wall clock
    std::int64_t boottime_ns = 0;   ///< goes on while the machine sleeps
};

/// Tried again a few times when something came in between: the clocks lie microseconds apart.
ClockReading clock_reading();

/// What happened to the clocks between two readings, in seconds.
struct ClockChange {
    double elapsed_s = 0;        ///< on CLOCK_MONOTONIC
    double realtime_step_s = 0;  ///< the wall clock was set by this much; slewing does not show, as
                                 ///< it moves CLOCK_MONOTONIC just as much
    double suspended_s = 0;      ///< the machine slept, or stood still as a snapshot
    double slewed_s = 0;         ///< CLOCK_MONOTONIC was slewed by this much against the oscillator
};
ClockChange clock_change(const ClockReading& before, const ClockReading& after);

}  // namespace stallscope
