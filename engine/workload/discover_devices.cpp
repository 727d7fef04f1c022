// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "workload/device_clock.h"
#include "workload/discovery.h"
#include "workload/opencl_device.h"

namespace stallscope {
namespace {

DeviceRow built_in(const char* id, const char* name) {
    DeviceRow row;
    row.id = id;
    row.state = "found";
    row.name = name;
    row.clock = "CLOCK_MONOTONIC";
    return row;
}

DeviceRow not_built(const char* id, const char* what, const char* advice) {
    DeviceRow row;
    row.id = id;
    row.state = "not-built";
    row.name = what;
    row.why = fmt::format("this version of Stallscope cannot drive {}", what);
    row.advice = advice;
    return row;
}

/// Opens the device as a forward would, to see that it works and which clock it keeps.
DeviceRow describe(const opencl::DeviceSearch& search, const opencl::FoundDevice& found) {
    DeviceRow row;
    row.id = fmt::format("opencl:{}:{}", found.platform_index, found.device_index);
    row.name = opencl::display_name(found);
    if (found.is_cpu) row.name += fmt::format(", {} × {}", found.compute_units, found.name);
    row.version = fmt::format("{}, {}", opencl::driver_text(found), found.version);
    row.emulated = found.is_cpu;
    row.state = "unusable";
    if (!found.available) {
        row.why = "the driver says that the device is not available";
        row.advice = "check that no other program has reserved it";
        return row;
    }
    const auto opened = opencl::open_device(search.api, found, 0);
    if (!opened) {
        row.why = opened.error().says;
        row.advice = opened.error().hint;
        return row;
    }
    row.state = "found";
    const auto clock = opencl::DeviceClock::find(*opened);
    row.clock = clock ? clock->relation() : "none: " + clock.error().says;
    return row;
}

}  // namespace

namespace opencl {

std::vector<DeviceRow> opencl_rows(const DeviceSearch& search) {
    std::vector<DeviceRow> rows;
    for (const auto& found : search.devices) rows.push_back(describe(search, found));
    if (rows.empty()) {
        DeviceRow row;
        row.id = "opencl";
        row.state = search.state;
        row.name = "OpenCL";
        row.why = search.error.says;
        row.advice = search.error.hint;
        rows.push_back(row);
    }
    return rows;
}

}  // namespace opencl

std::vector<std::string> backends() {
    return {"wait", "spin", "opencl", "cuda", "metal", "coreml"};
}

std::vector<DeviceRow> discover_backend(std::string_view backend) {
    if (backend == "wait") return {built_in("wait", "sleeps until a deadline")};
    if (backend == "spin") return {built_in("spin", "keeps one CPU busy until a deadline")};
    if (backend == "opencl") return opencl::opencl_rows(opencl::search_devices());
    if (backend == "cuda") {
        return {not_built("cuda", "CUDA devices",
                          "use the GPU through OpenCL: NVIDIA's driver brings it along")};
    }
    if (backend == "metal") {
        return {not_built("metal", "Metal devices", "use a Python callable or OpenCL")};
    }
    if (backend == "coreml") {
        return {not_built("coreml", "Core ML and the neural engine",
                          "use a Python callable that predicts with coremltools")};
    }
    return {};
}

std::vector<DeviceRow> discover_devices() {
    std::vector<DeviceRow> rows;
    for (const auto& backend : backends()) {
        for (auto& row : discover_backend(backend)) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace stallscope
