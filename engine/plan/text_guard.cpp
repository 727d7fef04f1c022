// SPDX-License-Identifier: Apache-2.0
#include "plan/text_guard.h"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope {

namespace {

bool starts_a_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
}

tl::unexpected<Error> refuse(std::string_view text, std::size_t offset, std::string says,
                             std::string hint) {
    return fail(ErrorKind::experiment, std::move(says), line_and_column(text, offset),
                std::move(hint));
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t offset) {
    const auto byte = [&](std::size_t i) -> unsigned {
        return offset + i < text.size() ? static_cast<unsigned char>(text[offset + i]) : 0u;
    };
    const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    if (first < 0xC2) return 0;
    if (first < 0xE0) return continues(1) ? 2 : 0;
    if (first < 0xF0) {
        const bool overlong = first == 0xE0 && byte(1) < 0xA0;
        const bool surrogate = first == 0xED && byte(1) >= 0xA0;
        return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
    }
    if (first > 0xF4) return 0;
    const bool overlong = first == 0xF0 && byte(1) < 0x90;
    const bool beyond = first == 0xF4 && byte(1) >= 0x90;
    return continues(1) && continues(2) && continues(3) && !overlong && !beyond ? 4 : 0;
}

std::size_t characters_in(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_a_character));
}

std::string line_and_column(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, std::min(offset, text.size()));
    const auto lines = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    return fmt::format("line {}, column {}", lines, characters_in(before.substr(line_start)) + 1);
}

Result<void> guard_text(std::string_view text) {
    if (text.size() > largest_document) {
        return fail(ErrorKind::experiment, "it is larger than 16 MiB", {},
                    "An experiment is a small JSON file; is this the right one?");
    }
    bool blank = true, in_string = false;
    int depth = 0;
    std::size_t values = 0;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '\0')
            return refuse(text, i, "there is a NUL character",
                          "An experiment is JSON text in UTF-8; this looks like a binary file.");
        const std::size_t length = utf8_length(text, i);
        if (length == 0) return refuse(text, i, "the text is not UTF-8", "Save the file as UTF-8.");
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') blank = false;
        if (in_string) {
            if (c == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\'))
                ++i;
            if (c == '"') in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            if (++depth > deepest_nesting)
                return refuse(
                    text, i,
                    fmt::format("lists and objects are nested more than {} deep", deepest_nesting),
                    "No experiment needs that; is this the right file?");
        } else if (c == ',' && ++values >= most_values) {
            return refuse(text, i, "there are more than 500,000 values in it",
                          "No experiment needs that; is this the right file?");
        } else if (c == ']' || c == '}') {
            depth = std::max(0, depth - 1);
        }
        i += length;
    }
    if (blank)
        return fail(ErrorKind::experiment, "there is nothing in it", {},
                    "An experiment is a JSON object; copy one from experiments/ to start with.");
    return {};
}

}  // namespace stallscope
