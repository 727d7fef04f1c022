// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope::cli {

/// A length of time as a person says it: "less than a second", "42 s", "1 min 10 s", "2 h 5 min".
/// Rounded to seconds below an hour, to minutes above. Not finite or negative: "an unknown time".
std::string duration_in_words(double seconds);

/// The same for what is left of something: above 90 s rounded up to 5 s, so that it does not
/// flicker.
std::string time_left_in_words(double seconds);

/// "1 visit", "3 visits".
std::string counted(long long count, std::string_view singular);

/// A number with as many digits as a reader needs: "0.042", "1.25", "12.5", "130".
std::string short_number(double value);

/// "a", "a and b", "a, b and c".
std::string listed(const std::vector<std::string>& items);

/// Text that may come from a user's program or from a file: control characters (a terminal would
/// obey them) become spaces, broken UTF-8 becomes "?".
std::string printable(std::string_view text);

/// Columns the text takes on a terminal (UTF-8; wide East Asian characters take two).
std::size_t display_width(std::string_view text);

/// The text cut to `columns`, with "…" (or "." when `utf8` is false) where something is missing.
std::string clipped(std::string_view text, std::size_t columns, bool utf8 = true);

/// The text, filled with spaces up to `columns`.
std::string padded(std::string_view text, std::size_t columns);

/// Breaks at spaces so that no line ends past `columns`; every line but the first starts with
/// `indent` spaces, the first one is put where `indent` columns are already used. Words that are
/// longer stay whole.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

/// The text with its first letter large (ASCII), unless its first word is a name of a file or the
/// like.
std::string capitalised(std::string_view text);

/// The sentence with its full stop, if it has no closing mark yet.
std::string with_full_stop(std::string_view sentence);

}  // namespace stallscope::cli
