// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stallscope {

struct HeaderText {
    std::string text;
    bool broken = false;  ///< an encoded word that could not be decoded, or bytes of no charset
};

/// The value of a header field as a person reads it: unfolded (RFC 5322, 2.2.3), trimmed, encoded
/// words decoded (RFC 2047). Words that follow each other in one charset are joined before they are
/// converted, since senders split characters.
HeaderText header_text(std::string_view raw);

/// Parameters of a Content-Type or Content-Disposition, as written.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The value of `name`, with RFC 2231's charset and continuations, or RFC 2047's words, which
/// senders use here too. Empty when there is none.
HeaderText parameter_text(const Parameters& parameters, std::string_view name);

/// "Thu, 03 Oct 2002 08:01:59 +0200" (RFC 5322, 3.3, with the old zones' names and two-digit years)
/// as seconds since 1970 UTC.
std::optional<std::int64_t> header_date(std::string_view value);

}  // namespace stallscope
