// SPDX-License-Identifier: Apache-2.0
#include "report/xml_text.h"

#include "plan/text_guard.h"

namespace stallscope {

std::string xml_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = utf8_length(text, at);
        const auto first = static_cast<unsigned char>(text[at]);
        const std::string_view character = text.substr(at, length == 0 ? 1 : length);
        at += character.size();
        // U+FFFE and U+FFFF are no characters of XML.
        const bool none = character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF";
        if (length == 0 || none || (first < 0x20 && first != '\t' && first != '\n') ||
            first == 0x7f) {
            out += '?';
        } else if (first == '<') {
            out += "&lt;";
        } else if (first == '>') {
            out += "&gt;";
        } else if (first == '&') {
            out += "&amp;";
        } else if (first == '"') {
            out += "&quot;";
        } else if (first == '\'') {
            out += "&#39;";
        } else {
            out += character;
        }
    }
    return out;
}

}  // namespace stallscope
