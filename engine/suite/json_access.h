// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plan/json_value.h"
#include "plan/result.h"

namespace stallscope {

// How the importers read somebody else's JSON: what is missing or of the wrong type is an error of
// kind measurement that says where; members nobody asked for do not matter.

/// `what` names the output in sentences: "the pytest-benchmark output". Larger than 16 MiB, deeper
/// than 64 levels or not JSON: an error.
Result<Json> parse_output(std::string_view text, std::string_view what);

/// "POINTER: a text is expected, not 3", as an error.
tl::unexpected<Error> unexpected_at(std::string_view pointer, std::string_view expected,
                                    const Json* found);

Result<const Json::Array*> list_at(const Json& parent, std::string_view pointer,
                                   std::string_view key);
Result<const Json::Object*> object_at(const Json& parent, std::string_view pointer,
                                      std::string_view key);
Result<std::string> text_at(const Json& parent, std::string_view pointer, std::string_view key);

/// A time: finite and not negative, in the unit that is `to_ns` nanoseconds.
Result<double> time_at(const Json& parent, std::string_view pointer, std::string_view key,
                       double to_ns);
Result<double> time_of(const Json& value, std::string_view pointer, double to_ns);

/// The member if it is a text, else nothing.
std::optional<std::string> text_if(const Json& parent, std::string_view key);

}  // namespace stallscope
