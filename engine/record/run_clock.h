// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace stallscope {

/// Wall-clock nanoseconds since 1970, UTC.
std::int64_t unix_now_ns();

/// "2026-03-01T12:00:00Z".
std::string iso8601_utc(std::int64_t unix_ns);

}  // namespace stallscope
