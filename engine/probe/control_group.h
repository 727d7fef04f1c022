// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace stallscope {

/// CPUs that this process's control group may use (quota / period, the tightest of the group and
/// those above it); none: no limit, or it cannot be read. Versions 1 and 2.
std::optional<double> control_group_cpu_limit();

/// Time in which the group was held back by its limit since it was made, in µs.
std::optional<std::int64_t> control_group_throttled_us();

/// True inside a container, as far as its maker left marks.
bool in_container();

}  // namespace stallscope
