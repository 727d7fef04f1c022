// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Reads JSON text after guard_text has let it pass. A key that stands twice in an object is a
/// fault (the last one would silently win); text that is not JSON is one fault and gives nothing.
std::optional<Json> parse_json(std::string_view text, Faults& faults);

/// Canonical JSON: keys sorted by bytes, no spaces, UTF-8 as it is, only what must be escaped is,
/// numbers that are whole and within ±2^53 as integers, others as the shortest decimal that reads
/// back as the same double.
std::string canonical_json(const Json& value);

}  // namespace stallscope
