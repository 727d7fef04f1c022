// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace stallscope {

/// A throughput between renewal points: n arrivals in the time from the first of them to the first
/// arrival after the window. Never n / window: counts are quantised, and in a closed loop the same
/// whole number comes out of every visit.
struct RenewalRate {
    std::int64_t n = 0;             ///< arrivals with 0 ≤ arrival < window
    std::int64_t span_ns = 0;       ///< from the first of them to the closing arrival
    bool closed_by_arrival = true;  ///< false: none came after the window, its end was taken

    double per_second() const {
        return static_cast<double>(n) * 1e9 / static_cast<double>(span_ns);
    }
};

/// `arrivals` in ascending order, nanoseconds from the window's start, those outside it included.
/// Empty when none lies in the window.
std::optional<RenewalRate> renewal_rate(std::span<const std::int64_t> arrivals,
                                        std::int64_t window_ns);

}  // namespace stallscope
