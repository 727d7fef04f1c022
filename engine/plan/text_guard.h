// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "plan/result.h"

namespace stallscope {

inline constexpr std::size_t largest_document = std::size_t{16} << 20;  // bytes
inline constexpr int deepest_nesting = 64;
inline constexpr std::size_t most_values = 500'000;  // each takes some fifty bytes once it is read

/// Refuses what no parser should be asked to read: more than 16 MiB or 500,000 values, lists and
/// objects more than 64 deep, text that is not UTF-8, NUL characters, nothing at all. Brackets in
/// strings do not count. Error: kind experiment, `where` is "line L, column C".
Result<void> guard_text(std::string_view text);

/// "line 3, column 14" of a byte; columns count characters.
std::string line_and_column(std::string_view text, std::size_t offset);

/// Bytes of the UTF-8 character at `offset` (RFC 3629: no overlong forms, no surrogates), 0 when
/// there is none.
std::size_t utf8_length(std::string_view text, std::size_t offset);

/// Number of characters of a text that is UTF-8.
std::size_t characters_in(std::string_view text);

}  // namespace stallscope
