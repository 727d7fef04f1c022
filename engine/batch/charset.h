// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stallscope {

struct Utf8Text {
    std::string text;
    bool unknown = false;  ///< nobody knows the charset: read as Windows-1252
    bool broken = false;   ///< bytes that are none in this charset; U+FFFD stands for each
};

/// Bytes in `charset` (a name as mail has it) as UTF-8. No charset or US-ASCII with other bytes in
/// it is read as UTF-8 if it is that, else as Windows-1252 and broken. ISO-8859-1 is read as the
/// superset that senders mean by it, Windows-1252. The common ones need no conversion table of the
/// system's (whose opening takes a lock).
Utf8Text to_utf8(std::string_view charset, std::string bytes);

bool is_ascii(std::string_view text);
bool is_utf8(std::string_view text);

}  // namespace stallscope
