// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace stallscope {

/// A user's text in XML or HTML, between tags or in a quoted attribute: the five characters that
/// mean something are escaped, what XML 1.0 does not allow becomes "?". Text that is not UTF-8 too.
std::string xml_text(std::string_view text);

}  // namespace stallscope
