// SPDX-License-Identifier: Apache-2.0
#include "workload/opencl_device.h"

#include <fmt/format.h>

#include <array>

namespace stallscope::opencl {
namespace {

/// Splits a CPU into its compute units and keeps one of them.
Result<Handle<Device>> take_unit(const std::shared_ptr<const Api>& api, const FoundDevice& found,
                                 int unit) {
    const std::uint32_t units = found.compute_units;
    if (unit < 0 || static_cast<std::uint32_t>(unit) >= units) {
        return fail(ErrorKind::environment,
                    fmt::format("unit {} was asked for, but {} has {} compute units", unit,
                                display_name(found), units),
                    "/unit",
                    fmt::format("units are counted from 0: use 0 to {}, or put the stream into a "
                                "process of its own",
                                units - 1));
    }
    const std::array<Property, 3> equally_one{partition_equally, 1, 0};
    std::vector<Device> parts(units);
    std::uint32_t count = 0;
    const Status status =
        api->create_sub_devices(found.device, equally_one.data(), units, parts.data(), &count);
    if (status != success) {
        return tl::unexpected(
            status_error("clCreateSubDevices", "splitting " + display_name(found), status));
    }
    std::vector<Handle<Device>> owned;
    for (std::uint32_t i = 0; i < std::min(count, units); ++i) {
        owned.emplace_back(api, parts[i], &Api::release_device);
    }
    if (static_cast<std::size_t>(unit) >= owned.size()) {
        return fail(ErrorKind::environment,
                    fmt::format("unit {} was asked for, but {} can be split into {} only", unit,
                                display_name(found), owned.size()),
                    "/unit", "use a smaller unit");
    }
    return std::move(owned[static_cast<std::size_t>(unit)]);
}

}  // namespace

Result<OpenedDevice> open_device(const std::shared_ptr<const Api>& api, const FoundDevice& found,
                                 int unit) {
    OpenedDevice opened;
    opened.api = api;
    opened.found = found;
    opened.device = found.device;
    if (found.is_cpu && found.compute_units > 1) {
        auto part = take_unit(api, found, unit);
        if (!part) return tl::unexpected(part.error());
        opened.part = std::move(*part);
        opened.device = opened.part.get();
    }
    Status status = success;
    Context context = api->create_context(nullptr, 1, &opened.device, nullptr, nullptr, &status);
    if (status != success) {
        return tl::unexpected(
            status_error("clCreateContext", "opening " + display_name(found), status));
    }
    opened.context = Handle<Context>(api, context, &Api::release_context);
    Queue queue = api->create_queue(context, opened.device, queue_profiling, &status);
    if (status != success) {
        return tl::unexpected(
            status_error("clCreateCommandQueue", "opening " + display_name(found), status));
    }
    opened.queue = Handle<Queue>(api, queue, &Api::release_queue);
    return opened;
}

}  // namespace stallscope::opencl
