// SPDX-License-Identifier: Apache-2.0
#include "report/numbers.h"

#include <fmt/format.h>

#include <cmath>

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
