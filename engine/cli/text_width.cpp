// SPDX-License-Identifier: Apache-2.0
// How wide text is on a terminal. Not wcwidth(3): that depends on the locale of the process.
#include <cstdint>

#include "cli/words.h"

namespace stallscope::cli {
namespace {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1;
    bool valid = false;
};

Character first_of(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80) return {lead, 1, true};
    const std::size_t bytes = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
    if (bytes == 0 || lead > 0xf4 || text.size() < bytes) return {lead, 1, false};
    std::uint32_t code = lead & (0xffU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0U) != 0x80) return {lead, 1, false};
        code = (code << 6U) | (next & 0x3fU);
    }
    constexpr std::uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool valid =
        code >= smallest[bytes] && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return {code, valid ? bytes : 1, valid};
}

std::size_t width_of(std::uint32_t code) {
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
    const bool combining = (code >= 0x300 && code <= 0x36f) || code == 0x200b || code == 0x200d ||
                           (code >= 0xfe00 && code <= 0xfe0f);
    if (combining) return 0;
    const bool wide = (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xa4cf) ||
                      (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) ||
                      (code >= 0xfe30 && code <= 0xfe6f) || (code >= 0xff00 && code <= 0xff60) ||
                      (code >= 0xffe0 && code <= 0xffe6) || (code >= 0x1f300 && code <= 0x1faff) ||
                      (code >= 0x20000 && code <= 0x3fffd);
    return wide ? 2 : 1;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto character = first_of(text);
        if (!character.valid) {
            result += '?';
        } else if (character.code < 0x20 || (character.code >= 0x7f && character.code < 0xa0)) {
            result += ' ';
        } else {
            result += text.substr(0, character.bytes);
        }
        text.remove_prefix(character.bytes);
    }
    return result;
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const auto character = first_of(text);
        width += character.valid ? width_of(character.code) : 1;
        text.remove_prefix(character.bytes);
    }
    return width;
}

std::string clipped(std::string_view text, std::size_t columns, bool utf8) {
    if (display_width(text) <= columns) return std::string(text);
    if (columns == 0) return {};
    std::string result;
    std::size_t width = 0;
    while (!text.empty()) {
        const auto character = first_of(text);
        const auto wide = character.valid ? width_of(character.code) : 1;
        if (width + wide > columns - 1) break;
        result += text.substr(0, character.bytes);
        width += wide;
        text.remove_prefix(character.bytes);
    }
    return result + (utf8 ? "…" : ".");
}

}  // namespace stallscope::cli
