// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// Base64 (RFC 2045, 6.8) without line ends.
std::string to_base64(std::string_view bytes);

/// One line of quoted-printable text (RFC 2045, 6.7), with soft line ends where it is long. `line`
/// has no line end; its blanks at the end are encoded.
std::string to_quoted_printable(std::string_view line);

}  // namespace stallscope
