// SPDX-License-Identifier: Apache-2.0
#include "batch/header_text.h"

#include <algorithm>
#include <cstddef>

#include "batch/ascii.h"
#include "batch/charset.h"
#include "batch/transfer_encoding.h"

namespace stallscope {

namespace {

// Folds become one blank; bare line ends do not survive.
std::string unfolded(std::string_view raw) {
    raw = trimmed(raw);
    // Twice as fast as looking for both at once, and nearly every field is one line.
    if (raw.find('\n') == std::string_view::npos && raw.find('\r') == std::string_view::npos) {
        return std::string(raw);
    }
    std::string line;
    line.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        if (raw[i] != '\r' && raw[i] != '\n') {
            line.push_back(raw[i]);
            continue;
        }
        while (i + 1 < raw.size() && is_space(raw[i + 1])) ++i;
        line.push_back(' ');
    }
    return line;
}

// RFC 2047 allows 75; senders write more. Without a bound, a header full of beginnings would be
// searched to its end from each.
constexpr std::size_t longest_word = 2000;
constexpr std::size_t most_pieces = 100;  // of a parameter (RFC 2231, 3)

struct EncodedWord {
    std::string_view charset;
    std::string bytes;
    std::size_t size = 0;  ///< characters it takes; 0: there is none
    bool broken = false;
};

std::string q_decoded(std::string_view text, bool& broken) {
    std::string quoted(text);
    std::replace(quoted.begin(), quoted.end(), '_', ' ');
    // A blank at the end is one here, though it would be dropped from a line of text.
    quoted += 'x';
    DecodedTransfer decoded = decode_transfer(TransferEncoding::quoted_printable, quoted);
    broken |= decoded.broken;
    decoded.bytes.pop_back();
    return std::move(decoded.bytes);
}

// "=?charset?Q?text?=" at the front. A language after the charset ("*en") is ignored.
EncodedWord encoded_word(std::string_view text) {
    if (!text.starts_with("=?")) return {};
    text = text.substr(0, longest_word);
    const std::size_t first = text.find('?', 2);
    if (first == std::string_view::npos || first + 2 >= text.size() || text[first + 2] != '?') {
        return {};
    }
    const std::size_t end = text.find("?=", first + 3);
    if (end == std::string_view::npos) return {};
    const std::string_view encoded = text.substr(first + 3, end - first - 3);
    EncodedWord word;
    word.charset = text.substr(2, first - 2);
    word.charset = word.charset.substr(0, word.charset.find('*'));
    const char encoding = lower(text[first + 1]);
    if (word.charset.empty() || (encoding != 'q' && encoding != 'b') ||
        encoded.find_first_of(" \t") != std::string_view::npos) {
        return {};
    }
    word.size = end + 2;
    if (encoding == 'q') {
        word.bytes = q_decoded(encoded, word.broken);
    } else {
        DecodedTransfer decoded = decode_transfer(TransferEncoding::base64, encoded);
        word.bytes = std::move(decoded.bytes);
        word.broken = decoded.broken;
    }
    return word;
}

void append(HeaderText& result, std::string_view charset, std::string bytes) {
    Utf8Text text = to_utf8(charset, std::move(bytes));
    result.broken |= text.broken || text.unknown;
    // A decoded line end would be a new header to whoever prints it.
    for (char& c : text.text) {
        if (c == '\r' || c == '\n') c = ' ';
    }
    result.text += text.text;
}

HeaderText decoded_words(std::string_view line) {
    HeaderText result;
    std::string pending;  // bytes of the words read so far that are in `charset`
    std::string_view charset;
    bool after_word = false;
    while (!line.empty()) {
        const std::size_t blanks = std::min(line.find_first_not_of(" \t"), line.size());
        EncodedWord word = encoded_word(line.substr(blanks));
        if (word.size > 0) {
            result.broken |= word.broken;
            if (!after_word) append(result, "", std::string(line.substr(0, blanks)));
            if (after_word && !equal_ignoring_case(charset, word.charset)) {
                append(result, charset, std::move(pending));
                pending.clear();
            }
            charset = word.charset;
            pending += word.bytes;
            after_word = true;
            line.remove_prefix(blanks + word.size);
            continue;
        }
        if (after_word) append(result, charset, std::move(pending));
        pending.clear();
        after_word = false;
        // Plain text up to where the next word could begin; one that is none is text as well.
        const std::size_t mark = line.find("=?", blanks + 1);
        std::size_t end = std::min(mark, line.size());
        if (mark != std::string_view::npos) {
            while (end > 0 && is_blank(line[end - 1])) --end;
            end = std::max(end, blanks + 1);
        }
        result.broken |= line.substr(blanks).starts_with("=?");
        append(result, "", std::string(line.substr(0, end)));
        line.remove_prefix(end);
    }
    if (after_word) append(result, charset, std::move(pending));
    return result;
}

// "%C3%A4" (RFC 2231, 7).
std::string percent_decoded(std::string_view text, bool& broken) {
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes.push_back(text[i]);
            continue;
        }
        const int high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
        const int low = i + 2 < text.size() ? hex_value(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            broken = true;
            bytes.push_back('%');
            continue;
        }
        bytes.push_back(static_cast<char>(high * 16 + low));
        i += 2;
    }
    return bytes;
}

const std::string* find(const Parameters& parameters, std::string_view name) {
    for (const auto& [key, value] : parameters) {
        if (equal_ignoring_case(key, name)) return &value;
    }
    return nullptr;
}

}  // namespace

HeaderText header_text(std::string_view raw) {
    std::string line = unfolded(raw);
    if (line.find("=?") != std::string::npos) return decoded_words(line);
    if (is_ascii(line)) return {std::move(line), false};
    Utf8Text text = to_utf8("", std::move(line));
    return {std::move(text.text), text.broken};
}

HeaderText parameter_text(const Parameters& parameters, std::string_view name) {
    HeaderText result;
    std::string charset;
    std::string bytes;
    bool found = false;
    const auto add = [&](const std::string& value, bool extended) {
        std::string_view rest = value;
        if (extended && !found) {  // charset'language'text
            const std::size_t first = rest.find('\'');
            const std::size_t second = rest.find('\'', first + 1);
            if (first != std::string_view::npos && second != std::string_view::npos) {
                charset = rest.substr(0, first);
                rest.remove_prefix(second + 1);
            }
        }
        bytes += extended ? percent_decoded(rest, result.broken) : std::string(rest);
        found = true;
    };
    const std::string base(name);
    if (const std::string* value = find(parameters, base + "*")) {
        add(*value, true);
    } else {
        for (std::size_t i = 0; i < most_pieces; ++i) {
            const std::string piece = base + "*" + std::to_string(i);
            const std::string* extended = find(parameters, piece + "*");
            const std::string* plain = extended ? nullptr : find(parameters, piece);
            if (!extended && !plain) break;
            add(extended ? *extended : *plain, extended != nullptr);
        }
    }
    if (found) {
        append(result, charset, std::move(bytes));
        return result;
    }
    const std::string* value = find(parameters, name);
    return value ? header_text(*value) : result;
}

}  // namespace stallscope
