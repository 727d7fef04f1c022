// SPDX-License-Identifier: Apache-2.0
#include "cli/words.h"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace stallscope::cli {

std::string duration_in_words(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0 || seconds > 1e9) return "an unknown time";
    if (seconds < 0.95) return "less than a second";
    const auto whole = std::llround(seconds);
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) {
        const auto rest = whole % 60;
        return rest == 0 ? fmt::format("{} min", whole / 60)
                         : fmt::format("{} min {} s", whole / 60, rest);
    }
    const auto minutes = std::llround(seconds / 60);
    const auto rest = minutes % 60;
    return rest == 0 ? fmt::format("{} h", minutes / 60)
                     : fmt::format("{} h {} min", minutes / 60, rest);
}

std::string time_left_in_words(double seconds) {
    if (seconds > 90 && seconds < 3600) seconds = std::ceil(seconds / 5) * 5;
    return duration_in_words(seconds);
}

std::string counted(long long count, std::string_view singular) {
    return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

std::string short_number(double value) {
    if (!std::isfinite(value)) return "—";
    const double size = std::abs(value);
    const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return fmt::format("{:.{}f}", value, decimals);
}

std::string listed(const std::vector<std::string>& items) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
        text += items[i];
    }
    return text;
}

std::string padded(std::string_view text, std::size_t columns) {
    std::string result(text);
    const auto width = display_width(text);
    if (width < columns) result.append(columns - width, ' ');
    return result;
}

std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
    std::string result;
    std::size_t used = indent;
    bool line_is_empty = true;
    while (!text.empty()) {
        const auto space = text.find(' ');
        const auto word = text.substr(0, space);
        text = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
        if (word.empty()) continue;
        const auto width = display_width(word);
        if (!line_is_empty && used + 1 + width > columns) {
            result += '\n' + std::string(indent, ' ');
            used = indent;
            line_is_empty = true;
        }
        if (!line_is_empty) {
            result += ' ';
            ++used;
        }
        result += word;
        used += width;
        line_is_empty = false;
    }
    return result;
}

std::string capitalised(std::string_view text) {
    std::string result(text);
    // "libcuda.so.1", "/dev/dri" and "a.py" are names and stay as they are.
    const auto word = text.substr(0, text.find(' '));
    const bool is_name = word.find_first_of("./_=\"'0123456789") != std::string_view::npos;
    if (!result.empty() && !is_name) {
        result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
    }
    return result;
}

std::string with_full_stop(std::string_view sentence) {
    std::string text(sentence);
    if (!text.empty() && std::string_view(".!?:…").find(text.back()) == std::string_view::npos) {
        text += '.';
    }
    return text;
}

}  // namespace stallscope::cli
