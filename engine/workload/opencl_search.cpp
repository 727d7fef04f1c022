// SPDX-License-Identifier: Apache-2.0
// Which OpenCL devices there are, and which of them an experiment means.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "workload/opencl_device.h"

namespace stallscope::opencl {
namespace {

constexpr const char* no_platform_hint =
    "install a driver: on Debian and Ubuntu `apt install pocl-opencl-icd` (PoCL runs on the CPU), "
    "or that of your GPU's vendor; the loader finds drivers through /etc/OpenCL/vendors, or "
    "OCL_ICD_VENDORS where it is set";

/// Reads a text property; empty when the driver does not give it.
template <class Object, class Query>
std::string text_of(Query query, Object object, std::uint32_t what) {
    std::size_t bytes = 0;
    if (query(object, what, 0, nullptr, &bytes) != success || bytes == 0) return {};
    std::string text(bytes, '\0');
    if (query(object, what, bytes, text.data(), nullptr) != success) return {};
    text.resize(std::min(text.find('\0'), text.size()));
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) {
        text.pop_back();
    }
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

template <class Value>
Value value_of(const Api& api, Device device, std::uint32_t what) {
    Value value{};
    api.get_device_info(device, what, sizeof value, &value, nullptr);
    return value;
}

FoundDevice describe(const Api& api, Platform platform, Device device) {
    FoundDevice found;
    found.platform = platform;
    found.device = device;
    found.platform_name = text_of(api.get_platform_info, platform, platform_name);
    found.platform_version = text_of(api.get_platform_info, platform, platform_version);
    found.name = text_of(api.get_device_info, device, device_name);
    found.version = text_of(api.get_device_info, device, device_version);
    found.driver = text_of(api.get_device_info, device, driver_version);
    found.compute_units = value_of<std::uint32_t>(api, device, device_max_compute_units);
    found.largest_group = value_of<std::size_t>(api, device, device_max_work_group_size);
    found.is_cpu = (value_of<Flags>(api, device, device_type) & type_cpu) != 0;
    found.available = value_of<std::uint32_t>(api, device, device_available) != 0;
    return found;
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(), [](unsigned char letter) {
        return static_cast<char>(std::tolower(letter));
    });
    return result;
}

std::string list_of(const std::vector<FoundDevice>& devices) {
    std::string list;
    for (const auto& found : devices) {
        if (!list.empty()) list += "; ";
        list += fmt::format("“{}” on platform “{}”", found.name, found.platform_name);
    }
    return list;
}

void search_platform(DeviceSearch& search, Platform platform, int index) {
    std::uint32_t count = 0;
    const Api& api = *search.api;
    if (api.get_device_ids(platform, type_all, 0, nullptr, &count) != success || count == 0) return;
    std::vector<Device> ids(count);
    if (api.get_device_ids(platform, type_all, count, ids.data(), nullptr) != success) return;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        FoundDevice found = describe(api, platform, ids[i]);
        found.platform_index = index;
        found.device_index = static_cast<int>(i);
        search.devices.push_back(std::move(found));
    }
}

}  // namespace

DeviceSearch search_devices(const char* library) {
    DeviceSearch search;
    auto loaded = load_api(library);
    if (!loaded) {
        search.state = "no-library";
        search.error = loaded.error();
        return search;
    }
    search.api = *loaded;
    std::uint32_t count = 0;
    Status status = search.api->get_platform_ids(0, nullptr, &count);
    if (status == platform_not_found || (status == success && count == 0)) {
        search.state = "no-platform";
        search.error = Error{ErrorKind::environment,
                             "the OpenCL loader is there, but it knows no platform (error −1001)",
                             "OpenCL",
                             no_platform_hint,
                             {}};
        return search;
    }
    std::vector<Platform> platforms(count);
    if (status == success) {
        status = search.api->get_platform_ids(count, platforms.data(), nullptr);
    }
    if (status != success) {
        search.state = "unusable";
        search.error = status_error("clGetPlatformIDs", "listing platforms", status);
        search.error.kind = ErrorKind::environment;
        return search;
    }
    for (std::size_t i = 0; i < platforms.size(); ++i) {
        search_platform(search, platforms[i], static_cast<int>(i));
    }
    if (search.devices.empty()) {
        std::string names;
        for (Platform platform : platforms) {
            if (!names.empty()) names += ", ";
            names += text_of(search.api->get_platform_info, platform, platform_name);
        }
        search.state = "no-device";
        search.error =
            Error{ErrorKind::environment,
                  fmt::format("OpenCL is installed, but has no device (platforms: {})", names),
                  "OpenCL",
                  "check that the GPU is visible to this user and this container, or "
                  "install pocl-opencl-icd to run on the CPU",
                  {}};
    }
    return search;
}

Result<FoundDevice> choose_device(const DeviceSearch& search, const std::string& wanted) {
    if (search.state != "found") return tl::unexpected(search.error);
    const std::string part = lower(wanted);
    for (const auto& found : search.devices) {
        const bool fits = lower(found.name).find(part) != std::string::npos ||
                          lower(found.platform_name).find(part) != std::string::npos ||
                          lower(display_name(found)).find(part) != std::string::npos;
        if (!fits) continue;
        if (found.available) return found;
        return fail(ErrorKind::environment,
                    fmt::format("the OpenCL device “{}” says that it is not available", found.name),
                    "OpenCL", "`stallscope devices` lists the others");
    }
    return fail(ErrorKind::environment,
                fmt::format("no OpenCL device has “{}” in its name or its platform's; found: {}",
                            wanted, list_of(search.devices)),
                "/device",
                "write a part of one of these names, or leave `device` out to take the first");
}

std::string display_name(const FoundDevice& found) {
    if (!found.is_cpu) return found.name;
    const bool is_pocl = found.platform_name.find("Portable Computing Language") == 0;
    return fmt::format("{} CPU core (emulated)", is_pocl ? "PoCL" : found.platform_name);
}

std::string driver_text(const FoundDevice& found) {
    std::string text =
        fmt::format("{}, {}, driver {}", found.platform_name, found.platform_version, found.driver);
    if (found.is_cpu) text += fmt::format(", on {}", found.name);
    return text;
}

}  // namespace stallscope::opencl
