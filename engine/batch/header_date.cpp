// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cstddef>

#include "batch/ascii.h"
#include "batch/header_text.h"

namespace stallscope {

namespace {

// Takes words apart; comments "(…)" count as blanks.
class Words {
public:
    explicit Words(std::string_view text) : m_rest(text) {}

    // The next run of letters or digits, or one other character; empty at the end.
    std::string_view next() {
        skip();
        if (m_rest.empty()) return {};
        std::size_t size = 1;
        if (is_word(m_rest[0])) {
            while (size < m_rest.size() && is_word(m_rest[size])) ++size;
        }
        const std::string_view word = m_rest.substr(0, size);
        m_rest.remove_prefix(size);
        return word;
    }
    char peek() {
        skip();
        return m_rest.empty() ? '\0' : m_rest.front();
    }

private:
    static bool is_word(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z'); }
    void skip() {
        int depth = 0;
        while (!m_rest.empty()) {
            const char c = m_rest.front();
            if (c == '(') {
                ++depth;
            } else if (c == ')' && depth > 0) {
                --depth;
            } else if (depth == 0 && !is_space(c)) {
                return;
            }
            m_rest.remove_prefix(1);
        }
    }
    std::string_view m_rest;
};

std::optional<int> number(std::string_view word, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || value > most) {
        return std::nullopt;
    }
    return value;
}

std::optional<int> month_of(std::string_view word) {
    constexpr std::string_view names = "janfebmaraprmayjunjulaugsepoctnovdec";
    if (word.size() < 3) return std::nullopt;
    for (int month = 0; month < 12; ++month) {
        if (equal_ignoring_case(word.substr(0, 3),
                                names.substr(static_cast<std::size_t>(month) * 3, 3)))
            return month + 1;
    }
    return std::nullopt;
}

// Minutes east of Greenwich.
int zone_of(Words& words) {
    const std::string_view sign = words.next();
    if (sign == "+" || sign == "-") {
        const auto digits = number(words.next(), 9999).value_or(0);
        const int minutes = digits / 100 * 60 + digits % 100;
        return sign == "-" ? -minutes : minutes;
    }
    struct Zone {
        std::string_view name;
        int hours;
    };
    constexpr std::array<Zone, 8> zones = {Zone{"EDT", -4}, {"EST", -5}, {"CDT", -5}, {"CST", -6},
                                           {"MDT", -6},     {"MST", -7}, {"PDT", -7}, {"PST", -8}};
    for (const Zone& zone : zones) {
        if (equal_ignoring_case(sign, zone.name)) return zone.hours * 60;
    }
    return 0;
}

// Days since 1970-01-01 in the Gregorian calendar (Hinnant 2013, days_from_civil).
std::int64_t days_of(int year, int month, int day) {
    year -= month <= 2 ? 1 : 0;
    const int era = year / 400;
    const int of_era = year - era * 400;
    const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return std::int64_t{era} * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

}  // namespace

std::optional<std::int64_t> header_date(std::string_view value) {
    Words words(value);
    std::string_view word = words.next();
    if (!word.empty() && !is_digit(word[0])) {  // "Thu,"
        word = words.next();
        if (word == ",") word = words.next();
    }
    const auto day = number(word, 31);
    const auto month = month_of(words.next());
    const std::string_view year_word = words.next();
    auto year = number(year_word, 9999);
    if (!day || *day < 1 || !month || !year) return std::nullopt;
    if (year_word.size() <= 3) *year += year_word.size() == 2 && *year < 50 ? 2000 : 1900;
    if (*year < 1900) return std::nullopt;
    const auto hour = number(words.next(), 23);
    if (!hour || words.next() != ":") return std::nullopt;
    const auto minute = number(words.next(), 59);
    std::optional<int> second = 0;
    if (words.peek() == ':') {
        words.next();
        second = number(words.next(), 60);
    }
    if (!minute || !second) return std::nullopt;
    const int zone_minutes = zone_of(words);
    return days_of(*year, *month, *day) * 86400 + *hour * 3600 + (*minute - zone_minutes) * 60 +
           *second;
}

}  // namespace stallscope
