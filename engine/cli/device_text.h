// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "run/device_listing.h"

namespace stallscope::cli {

/// Two tables for people: devices, then interpreters; what is wrong and what to do below its row.
std::string device_text(const std::vector<DeviceRow>& devices,
                        const std::vector<PythonRow>& pythons, const Paint& paint);

/// For programs: {"schema": 1, "devices": […], "pythons": […]}; keys are only ever added.
std::string device_json(const std::vector<DeviceRow>& devices,
                        const std::vector<PythonRow>& pythons);

}  // namespace stallscope::cli
