// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace stallscope {

/// How numbers look in tables: a fixed number of digits, a point, no exponent, never "-0.000".
std::string ms_text(double ms);  ///< three digits: "7.672"
/// Three digits, in ns, µs, ms or s by size: "59.9 µs".
std::string time_text(double ms);
std::string rate_text(double per_second);  ///< one digit: "48.1"
std::string percent_text(double share);    ///< 0.911 → "91.1 %"
std::string ratio_text(double ratio);      ///< two digits: "×1.12"
std::string change_text(double ratio);     ///< 1.445 → "+44.5 %"
std::string fixed_text(double value, int digits);
std::string two_digits(double value);
/// The number in words, or a dash where there is none.
std::string or_dash(const std::optional<double>& value, std::string (*words)(double));

/// Rounds to what results.json shows, six digits after the point, and makes −0 a 0.
double rounded(double value);

}  // namespace stallscope
