// SPDX-License-Identifier: Apache-2.0
#include "batch/mail_encoding.h"

#include <cstddef>
#include <cstdint>

#include "batch/ascii.h"

namespace stallscope {

std::string to_base64(std::string_view bytes) {
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = bytes.size() - i;
        std::uint32_t bits = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            bits = bits << 8U | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U);
        }
        for (std::size_t k = 0; k < 4; ++k) {
            text.push_back(k > left ? '=' : alphabet[bits >> (18U - 6U * k) & 63U]);
        }
    }
    return text;
}

std::string to_quoted_printable(std::string_view line) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::size_t longest = 75;  // 76 with the "=" of a soft line end
    std::string text;
    std::size_t column = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto byte = static_cast<unsigned char>(line[i]);
        const bool plain = byte >= 33 && byte < 127 && byte != '=';
        const bool blank = is_blank(line[i]) && i + 1 < line.size();
        const std::size_t width = plain || blank ? 1 : 3;
        if (column + width > longest) {
            text += "=\r\n";
            column = 0;
        }
        if (plain || blank) {
            text.push_back(line[i]);
        } else {
            text.push_back('=');
            text.push_back(digits[byte >> 4U]);
            text.push_back(digits[byte & 15U]);
        }
        column += width;
    }
    return text;
}

}  // namespace stallscope
