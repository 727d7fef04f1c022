// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace stallscope {

std::string fixed_text(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    // "-0.000" is a zero that came from the other side.
    if (text.front() == '-' && text.find_first_of("123456789") == std::string::npos) {
        text.erase(0, 1);
    }
    return text;
}

std::string ms_text(double ms) {
    return fixed_text(ms, 3);
}
std::string time_text(double ms) {
    const double ns = std::abs(ms) * 1e6;
    const auto [factor, unit] = ns < 999.5     ? std::pair{1e6, "ns"}
                                : ns < 999.5e3 ? std::pair{1e3, "µs"}
                                : ns < 999.5e6 ? std::pair{1.0, "ms"}
                                               : std::pair{1e-3, "s"};
    const double value = ms * factor;
    const int digits = std::abs(value) < 9.995 ? 2 : std::abs(value) < 99.95 ? 1 : 0;
    return fixed_text(value, digits) + " " + unit;
}
std::string rate_text(double per_second) {
    return fixed_text(per_second, 1);
}
std::string percent_text(double share) {
    return fixed_text(share * 100, 1) + " %";
}
std::string ratio_text(double ratio) {
    return "×" + fixed_text(ratio, 2);
}

std::string change_text(double ratio) {
    const std::string text = fixed_text((ratio - 1) * 100, 1);
    return (text.front() == '-' || text == "0.0" ? "" : "+") + text + " %";
}

std::string two_digits(double value) {
    return fixed_text(value, 2);
}

std::string or_dash(const std::optional<double>& value, std::string (*words)(double)) {
    return value ? words(*value) : "–";
}

double rounded(double value) {
    const double scaled = value * 1e6;
    // Beyond 2^52 a double has no digits after the point left to round.
    if (std::abs(scaled) > 4.5e15) {
        return value;
    }
    const double whole = std::round(scaled);
    return whole == 0 ? 0.0 : whole / 1e6;
}

}  // namespace stallscope
