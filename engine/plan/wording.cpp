// SPDX-License-Identifier: Apache-2.0
#include "plan/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stallscope {

namespace {

constexpr std::size_t longest_word = 64;  // longer ones are not compared, only shown

/// Optimal string alignment distance (Damerau 1964, restricted): edits that turn a into b.
std::size_t edits(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
    std::iota(previous.begin(), previous.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t exchange = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({previous[j] + 1, row[j - 1] + 1, exchange});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(previous);
        previous.swap(row);
    }
    return previous[b.size()];
}

bool continues_a_character(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

std::string printable(std::string_view text, std::size_t longest) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        if (out.size() >= longest && !continues_a_character(text[i])) {
            out += "…";
            break;
        }
        const bool c1_control =
            c == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (c < 0x20 || c == 0x7F) {
            out += fmt::format("\\u{:04x}", c);
        } else if (c1_control) {
            out += fmt::format("\\u{:04x}", static_cast<unsigned char>(text[++i]));
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string in_quotes(std::string_view text, std::size_t longest) {
    return '"' + printable(text, longest) + '"';
}

std::string number_text(double number) {
    const bool whole = std::trunc(number) == number && std::abs(number) < 1e15;
    if (!whole) return fmt::format("{}", number);
    std::string digits = fmt::format("{:.0f}", std::abs(number));
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return (number < 0 ? "-" : "") + digits;
}

std::string described(const Json& value) {
    if (const bool* flag = value.flag()) return *flag ? "true" : "false";
    if (const double* number = value.number()) return number_text(*number);
    if (const std::string* text = value.text()) return "the text " + in_quotes(*text);
    if (value.array()) return "a list";
    if (value.object()) return "an object";
    return "null";
}

std::string listed(std::span<const std::string> words) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) out += i + 1 == words.size() ? " and " : ", ";
        out += in_quotes(words[i]);
        if (i == 23 && words.size() > 25)
            return out + fmt::format(" and {} more", words.size() - 24);
    }
    return out;
}

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
    if (word.empty() || word.size() > longest_word) return {};
    std::string best;
    std::size_t fewest = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string& candidate : known) {
        if (candidate.size() > longest_word || candidate == word) continue;
        const std::size_t distance = edits(word, candidate);
        // A word of which nothing is left is no correction.
        if (distance >= fewest || distance >= candidate.size()) continue;
        fewest = distance;
        best = candidate;
    }
    return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> known,
                       std::string_view otherwise) {
    const std::string nearest = nearest_word(word, known);
    if (!nearest.empty()) return fmt::format("Did you mean {}?", in_quotes(nearest));
    if (known.empty()) return {};
    return fmt::format("{}: {}.", otherwise, listed(known));
}

}  // namespace stallscope
