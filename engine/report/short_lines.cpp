// SPDX-License-Identifier: Apache-2.0
#include "report/short_lines.h"

#include <algorithm>

#include "plan/text_guard.h"
#include "report/row_words.h"

namespace stallscope {
namespace {

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::size_t characters = characters_in(text);
    const std::string space(width > characters ? width - characters : 0, ' ');
    return right ? space + text : text + space;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t most) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t bytes = std::max<std::size_t>(1, utf8_length(text, i));
        const bool control = static_cast<unsigned char>(text[i]) < 0x20 || text[i] == 0x7f ||
                             utf8_length(text, i) == 0 ||
                             (bytes == 2 && static_cast<unsigned char>(text[i]) == 0xc2 &&
                              static_cast<unsigned char>(text[i + 1]) < 0xa0);
        if (characters + 1 == most && i + bytes < text.size()) {
            return out + "…";
        }
        out += control ? "?" : std::string(text.substr(i, bytes));
        ++characters;
        i += bytes;
    }
    return out;
}

std::string aligned(const std::vector<std::vector<std::string>>& lines) {
    std::vector<std::size_t> widths(lines.front().size(), 0);
    for (const std::vector<std::string>& line : lines) {
        for (std::size_t i = 0; i < line.size(); ++i) {
            widths[i] = std::max(widths[i], characters_in(line[i]));
        }
    }
    std::string text;
    for (const std::vector<std::string>& line : lines) {
        std::string one;
        for (std::size_t i = 0; i < line.size(); ++i) {
            one += (i == 0 ? "" : "  ") + padded(line[i], widths[i], i > 0);
        }
        one.erase(one.find_last_not_of(' ') + 1);
        text += one_line(one, widest_line) + "\n";
    }
    return text;
}

}  // namespace stallscope
