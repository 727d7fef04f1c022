// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <string>

#include "workload/opencl_device.h"

namespace stallscope::opencl {

/// Maps event times of one device to CLOCK_MONOTONIC.
///
/// Many CPU drivers stamp events with one of the system's clocks (PoCL: CLOCK_MONOTONIC_RAW, which
/// runs apart from CLOCK_MONOTONIC). Which one is found out by marker events that must lie between
/// two readings of it; then an anchor is a pair of clock readings and takes tens of ns. For any
/// other clock the anchor is a marker event between two readings of CLOCK_MONOTONIC.
class DeviceClock {
public:
    struct Anchor {
        std::int64_t offset_ns = 0;      ///< CLOCK_MONOTONIC − device time
        std::int64_t half_width_ns = 0;  ///< the offset is that far off at most
    };

    /// Looks at the device's clock; the queue must be idle. Error: the driver keeps no event times.
    static Result<DeviceClock> find(const OpenedDevice& opened);

    /// An anchor for right now; the queue must be idle.
    Result<Anchor> anchor(const OpenedDevice& opened);

    /// How the device's clock relates to CLOCK_MONOTONIC, for people.
    std::string relation() const;

private:
    Anchor pair() const;

    std::optional<clockid_t> m_clock;  ///< the system's clock that events are stamped with
    std::int64_t m_doubt_ns = 0;       ///< another clock fits too, and is that far away
    Anchor m_marker;                   ///< for other clocks: the last anchor
    std::int64_t m_marker_at_ns = 0;
};

}  // namespace stallscope::opencl
