// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "batch/mail_parser.h"

namespace stallscope {

/// What can be told before a library sees the message, in one fast pass: its size, the length of
/// its header, and that it holds too many lines that could begin a part.
std::optional<ParseError> over_limit(std::string_view message, const ParseOptions& options);

/// What the mode looks at: the message, or in mode metadata its header with the empty line.
std::string_view looked_at(std::string_view message, ParseMode mode);

/// Whether it is longer than the limit allows, or than 2 GiB, which no library here reads.
bool is_too_large(std::string_view message, const ParseLimits& limits);

/// Bytes up to the first empty line; all of them where there is none.
std::size_t header_size(std::string_view message);

/// The errors, one wording for every parser.
ParseError too_large(const ParseLimits& limits);
ParseError header_too_long(const ParseLimits& limits);
ParseError boundary_too_long(const ParseLimits& limits);
ParseError too_many_parts(const ParseLimits& limits);
ParseError too_deep(const ParseLimits& limits);

}  // namespace stallscope
