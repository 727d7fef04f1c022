// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace stallscope {

/// "Intel(R) Xeon(R) …", or what the system has instead of it.
std::optional<std::string> cpu_model();

/// CPUs that this process may run on.
int cpus_allowed();

/// Whether the CPU (or the firmware) says that it is a virtual one; none: it cannot be told.
std::optional<bool> cpu_is_virtual();

}  // namespace stallscope
