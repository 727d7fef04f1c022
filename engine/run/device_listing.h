// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/result.h"
#include "workload/discovery.h"

namespace stallscope {

/// Every backend's devices, each asked in a child process with a limit of `limit_s`: a driver that
/// hangs or crashes becomes a row with state "blocked" or "unusable" and the reason.
Result<std::vector<DeviceRow>> list_devices(double limit_s = 10);

/// One Python interpreter on PATH or in the pyenv, conda and system places.
struct PythonRow {
    std::string path, version, state;  ///< state: "found", "too-old", "unusable"
    bool gil = true;
    std::string why;
};
std::vector<PythonRow> list_pythons(double limit_s = 10);

}  // namespace stallscope
