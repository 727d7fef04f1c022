// SPDX-License-Identifier: Apache-2.0
#include "batch/charset.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "batch/ascii.h"

namespace stallscope {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

// Length of the well-formed sequence at the front (RFC 3629), 0 if there is none.
std::size_t sequence_length(std::string_view text) {
    const auto at = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
    const unsigned first = at(0);
    if (first < 0x80) return 1;
    if (first < 0xC2 || first > 0xF4) return 0;
    if (first < 0xE0) return follows(1) ? 2 : 0;
    const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (at(1) < least || at(1) > most || !follows(2)) return 0;
    if (first < 0xF0) return 3;
    return follows(3) ? 4 : 0;
}

std::string mended_utf8(std::string_view text) {
    std::string mended;
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        mended.append(length > 0 ? text.substr(0, length) : replacement);
        text.remove_prefix(std::max<std::size_t>(1, length));
    }
    return mended;
}

void append_utf8(std::string& text, unsigned code) {
    if (code < 0x80) {
        text.push_back(static_cast<char>(code));
    } else if (code < 0x800) {
        text.push_back(static_cast<char>(0xC0U | code >> 6U));
        text.push_back(static_cast<char>(0x80U | (code & 0x3FU)));
    } else {
        text.push_back(static_cast<char>(0xE0U | code >> 12U));
        text.push_back(static_cast<char>(0x80U | (code >> 6U & 0x3FU)));
        text.push_back(static_cast<char>(0x80U | (code & 0x3FU)));
    }
}

// 0x80 … 0x9F of Windows-1252; the five that it leaves open are controls, as in ISO-8859-1.
constexpr std::array<std::uint16_t, 32> windows_1252 = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        append_utf8(text, byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80U] : byte);
    }
    return text;
}

bool is_one_of(std::string_view charset, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return equal_ignoring_case(charset, name); });
}

// "//TRANSLIT" and the like are none of the sender's business.
bool is_charset_name(std::string_view charset) {
    return charset.size() <= 40 && std::all_of(charset.begin(), charset.end(), [](char c) {
               return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '-' || c == '_' ||
                      c == '.' || c == ':';
           });
}

class Conversion {
public:
    explicit Conversion(std::string_view charset) {
        if (is_charset_name(charset)) m_iconv = iconv_open("UTF-8", std::string(charset).c_str());
    }
    ~Conversion() {
        if (is_open()) iconv_close(m_iconv);
    }
    Conversion(const Conversion&) = delete;
    Conversion& operator=(const Conversion&) = delete;
    bool is_open() const { return m_iconv != none(); }

    Utf8Text convert(std::string bytes) {
        Utf8Text result;
        std::array<char, 4096> buffer{};
        char* in = bytes.data();
        std::size_t left = bytes.size();
        for (;;) {
            char* out = buffer.data();
            std::size_t room = buffer.size();
            // With nothing left: what a stateful charset still holds.
            const bool flush = left == 0;
            const std::size_t done =
                iconv(m_iconv, flush ? nullptr : &in, flush ? nullptr : &left, &out, &room);
            const int error = done == static_cast<std::size_t>(-1) ? errno : 0;
            result.text.append(buffer.data(), buffer.size() - room);
            if (flush) break;
            if (error == EILSEQ || error == EINVAL) {
                result.broken = true;
                result.text += replacement;
                ++in;
                --left;
            } else if (error != 0 && error != E2BIG) {
                result.broken = true;
                break;
            }
        }
        return result;
    }

private:
    static iconv_t none() { return reinterpret_cast<iconv_t>(-1); }
    iconv_t m_iconv = none();
};

}  // namespace

bool is_ascii(std::string_view text) {
    std::size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, text.data() + i, 8);
        if ((eight & 0x8080808080808080U) != 0) return false;
    }
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = sequence_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

Utf8Text to_utf8(std::string_view charset, std::string bytes) {
    charset = trimmed(charset);
    const bool ascii = charset.empty() || is_one_of(charset, {"us-ascii", "ascii"});
    const bool utf8 = is_one_of(charset, {"utf-8", "utf8"});
    const bool latin1 =
        is_one_of(charset, {"iso-8859-1", "windows-1252", "cp1252", "latin1", "iso8859-1"});
    if (ascii || utf8 || latin1) {
        if (is_ascii(bytes)) return {std::move(bytes), false, false};
        if (latin1) return {from_windows_1252(bytes), false, false};
        if (is_utf8(bytes)) return {std::move(bytes), false, ascii && !charset.empty()};
        return {utf8 ? mended_utf8(bytes) : from_windows_1252(bytes), false, true};
    }
    Conversion conversion(charset);
    if (!conversion.is_open()) return {from_windows_1252(bytes), true, false};
    return conversion.convert(std::move(bytes));
}

}  // namespace stallscope
