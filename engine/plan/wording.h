// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/json_value.h"

namespace stallscope {

// How faults speak of what they found.

/// The text made fit for one line of a terminal: control characters escaped, at most `longest`
/// bytes, cut between characters.
std::string printable(std::string_view text, std::size_t longest = 200);

/// The same in double quotes.
std::string in_quotes(std::string_view text, std::size_t longest = 60);

/// What stands there, for "…, not WHAT": `the text "3"`, "0.5", "a list".
std::string described(const Json& value);

/// 86400 as "86,400", 0.05 as "0.05".
std::string number_text(double number);

/// "a", "b" and "c".
std::string listed(std::span<const std::string> words);

/// The known word that is nearest to a misspelt one: at most a third of its letters differ
/// (insertions, deletions, exchanges, neighbours swapped). Empty when none is near.
std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// `Did you mean "cycles"?`, else `OTHERWISE: "a", "b" and "c".`, else nothing.
std::string suggestion(std::string_view word, std::span<const std::string> known,
                       std::string_view otherwise);

}  // namespace stallscope
