// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// One line of `stallscope devices`. States: found, no-library, no-driver, no-platform, no-device,
/// unusable, not-built, blocked.
struct DeviceRow {
    std::string id;  ///< "wait", "spin", "opencl:0:0", "cuda", …
    std::string state;
    std::string name;
    std::string version;  ///< driver and API
    std::string clock;    ///< relation of the device's timer to CLOCK_MONOTONIC
    bool emulated = false;
    std::string why;     ///< empty when found
    std::string advice;  ///< what to install or change; empty when found
};

/// Looks for every backend this binary knows, in this process. A driver may hang or crash: call it
/// in a child process with a time limit (run/device_listing.h does).
std::vector<DeviceRow> discover_devices();

/// The backends this binary knows: "wait", "spin", "opencl", … in the order of the listing.
std::vector<std::string> backends();

/// The rows of one backend, at least one; none for a name that is not in backends(). So that each
/// can be asked in a process of its own.
std::vector<DeviceRow> discover_backend(std::string_view backend);

}  // namespace stallscope
