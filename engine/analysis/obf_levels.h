// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace stallscope {

// Levels of the looks at n = 3 … K complete cycles, so that all looks together keep α: the
// spending function α(t) = 2·P(Z > z(α/2)/√t) of Lan and DeMets (1983) after O'Brien and Fleming
// (1979), with nominal levels that are exact for the paired t, not for a normal statistic.

/// The printed table covers up to this many cycles and hypotheses, at α = 0.05.
inline constexpr int obf_table_cycles = 12;
inline constexpr int obf_table_hypotheses = 12;

/// One-sided nominal levels at α = 0.05/hypotheses for n = 3 … cycles, four digits. Empty where the
/// table ends.
std::span<const double> obf_table_row(int cycles, int hypotheses);

/// The same levels, computed for any α and any number of cycles from 3 on, to three digits: entry
/// i belongs to n = i + 3. 0 where the look may spend nothing yet (less than a millionth in all);
/// what it would have had goes to a later look. Takes about 10 ms per look.
std::vector<double> computed_obf_levels(int cycles, double alpha);

/// The levels a run is judged by: the table's where it reaches, else the computed ones, for
/// α/hypotheses. Empty for fewer than 3 cycles.
std::vector<double> obf_levels(int cycles, int hypotheses, double alpha = 0.05);

}  // namespace stallscope
