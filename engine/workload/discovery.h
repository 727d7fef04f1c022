// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
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

}  // namespace stallscope
