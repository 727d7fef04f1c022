// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "workload/discovery.h"
#include "workload/opencl_handle.h"

namespace stallscope::opencl {

/// One device that the loader lists.
struct FoundDevice {
    Platform platform = nullptr;
    Device device = nullptr;
    int platform_index = 0, device_index = 0;
    std::string platform_name, platform_version;
    std::string name, version, driver;
    std::uint32_t compute_units = 0;
    std::size_t largest_group = 0;  ///< work-items
    bool is_cpu = false;
    bool available = true;
};

/// How far the search for devices came. The words are those of DeviceRow::state.
struct DeviceSearch {
    std::shared_ptr<const Api> api;
    std::vector<FoundDevice> devices;
    std::string state = "found";  ///< else "no-library", "no-platform", "no-device", "unusable"
    Error error;                  ///< set unless found
};

/// Looks on every platform. Never fails by itself: what is missing is in `state` and `error`.
DeviceSearch search_devices(const char* library = library_name);

/// The first device whose platform or device name contains `wanted` (any case); the first of all
/// when `wanted` is empty. Error: what was found instead.
Result<FoundDevice> choose_device(const DeviceSearch& search, const std::string& wanted);

/// "PoCL CPU core (emulated)" for CPU-type devices, the device's own name else.
std::string display_name(const FoundDevice& found);

/// Platform, its version, the driver's version and, for a CPU, which one it is.
std::string driver_text(const FoundDevice& found);

/// A device, or one unit of it, with a context and an in-order queue that keeps times.
struct OpenedDevice {
    std::shared_ptr<const Api> api;
    FoundDevice found;
    Handle<Device> part;  ///< empty: the whole device
    Device device = nullptr;
    Handle<Context> context;
    Handle<Queue> queue;
};

/// Opens the device. A CPU-type device with several compute units is split, and `unit` is which of
/// them; with a single one (POCL_MAX_PTHREAD_COUNT=1) it is used whole. Error: unit out of range,
/// or the driver's own.
Result<OpenedDevice> open_device(const std::shared_ptr<const Api>& api, const FoundDevice& found,
                                 int unit);

/// The devices as rows of `stallscope devices`; one row that says what is missing when there are
/// none.
std::vector<DeviceRow> opencl_rows(const DeviceSearch& search);

}  // namespace stallscope::opencl
