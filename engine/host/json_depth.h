// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace stallscope::protocol {

inline constexpr std::size_t deepest_nesting = 16;

/// Whether objects and arrays nest at most `levels` deep. A scan of the text, before any parser
/// recurses into it; broken JSON is left to the parser.
bool nests_at_most(std::string_view json, std::size_t levels);

}  // namespace stallscope::protocol
