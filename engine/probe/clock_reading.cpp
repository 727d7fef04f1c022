// SPDX-License-Identifier: Apache-2.0
#include "probe/clock_reading.h"

#include <time.h>

namespace stallscope {

namespace {

// Without a task switch in between, four readings take well under this.
constexpr std::int64_t close_enough_ns = 20'000;
constexpr int most_tries = 8;

std::int64_t read_ns(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

double seconds(std::int64_t ns) {
    return static_cast<double>(ns) / 1e9;
}

}  // namespace

ClockReading clock_reading() {
    ClockReading best;
    std::int64_t best_width_ns = INT64_MAX;
    for (int i = 0; i < most_tries && best_width_ns > close_enough_ns; ++i) {
        ClockReading reading;
        const std::int64_t before_ns = read_ns(CLOCK_MONOTONIC);
        reading.realtime_ns = read_ns(CLOCK_REALTIME);
#ifdef __linux__
        reading.raw_ns = read_ns(CLOCK_MONOTONIC_RAW);
        reading.boottime_ns = read_ns(CLOCK_BOOTTIME);
#else
#endif
        const std::int64_t width_ns = read_ns(CLOCK_MONOTONIC) - before_ns;
        reading.monotonic_ns = before_ns + width_ns / 2;
#ifndef __linux__
        reading.raw_ns = reading.boottime_ns = reading.monotonic_ns;
#endif
        if (width_ns < best_width_ns) {
            best_width_ns = width_ns;
            best = reading;
        }
    }
    return best;
}

ClockChange clock_change(const ClockReading& before, const ClockReading& after) {
    const std::int64_t elapsed_ns = after.monotonic_ns - before.monotonic_ns;
    return {seconds(elapsed_ns), seconds(after.realtime_ns - before.realtime_ns - elapsed_ns),
            seconds(after.boottime_ns - before.boottime_ns - elapsed_ns),
            seconds(elapsed_ns - (after.raw_ns - before.raw_ns))};
}

}  // namespace stallscope
