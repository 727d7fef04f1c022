// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stallscope {

// Small statistics that several detectors share, and how they are said.

/// Not for empty ranges.
double median_of(std::vector<double> values);
double mean_of(std::span<const double> values);

/// Change from one end of the window to the other: the median of all pairwise slopes (Theil 1950,
/// Sen 1968) times the number of parts. Parts without a value are left out; fewer than five with
/// one: none.
std::optional<double> theil_sen_change(std::span<const std::optional<double>> parts);

/// One number per half-visit (or per cycle), taken together.
struct Shift {
    double mean = 0;
    double size = 0;  ///< mean or median, whichever is nearer to zero; 0 where they disagree
    double t = 0;     ///< of the mean; infinite where nothing varies
    double df = 0;    ///< n − 1
    double p = 1;     ///< two-sided, Student
    int n = 0;
    bool size_only = false;  ///< fewer than four degrees of freedom: p is not looked at
};

/// Degrees of freedom below which a t says too little for its level (t = 31.6 at p < 0.001, K = 3).
inline constexpr double fewest_df = 4;

/// Empty for fewer than two values.
std::optional<Shift> shift_of(std::span<const double> values);

/// The shift when it is larger than `least` and, with enough degrees of freedom, its p is below
/// `level`. Empty otherwise and for fewer than two values.
std::optional<Shift> notable_shift(std::span<const double> values, double level, double least);

/// True for a ratio that is off 1 by more than `share`, in either direction.
bool off_by_share(double log_ratio, double share);

/// "+3.1 %" of a difference of natural logs.
std::string percent_words(double log_change);
/// "t = 7.2 over 10 half-visits, p = 2e-05", or what "size only" means there.
std::string test_words(const Shift& shift, std::string_view unit);
/// "p = 2e-05", "p < 1e-12".
std::string p_words(double p);

}  // namespace stallscope
