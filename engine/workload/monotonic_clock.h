// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>

namespace stallscope {

inline std::int64_t to_ns(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// Any of the system's clocks in nanoseconds.
inline std::int64_t clock_ns(clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return to_ns(time);
}

/// The clock of all stamps: CLOCK_MONOTONIC in nanoseconds.
inline std::int64_t now_ns() {
    return clock_ns(CLOCK_MONOTONIC);
}

}  // namespace stallscope
