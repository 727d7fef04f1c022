// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "plan/draw.h"

namespace stallscope {

/// The languages of made mail, by the charset that senders use for them.
enum class Prose {
    ascii,   ///< English, us-ascii
    latin1,  ///< German, iso-8859-1
    utf8,    ///< German with signs that only Unicode has, utf-8
    koi8,    ///< Russian, koi8-r
};

/// The charset's name as mail has it.
std::string_view charset_of(Prose prose);

/// A word, or a line of words of at most `width` bytes, in the charset. Never empty, no blanks
/// around it.
std::string_view word_of(Prose prose, Draw& draw);
std::string line_of(Prose prose, std::size_t width, Draw& draw);

}  // namespace stallscope
