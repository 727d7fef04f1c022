// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "analysis/contrast.h"

namespace stallscope {

// Step 4: from an interval and a margin to a word. Everything on the judged scale: met is below.

enum class Word { met, not_met, undecided, unresolvable, exploratory, invalid };

/// "met", "not_met", …, the words of results.json.
std::string_view to_text(Word word);

/// high < margin: met; low > margin: not met; else undecided. Both strictly.
Word three_outcomes(const Bounds& interval, double margin);

/// A median hides a stall in one part of ten: what is met by the `typical` statistic becomes
/// undecided ("burst-dominated") unless the pooled mean is on the good side too.
Word with_mean_guard(Word typical_word, double mean_estimate, double margin);

/// An absolute criterion is met only if every cycle's own value is below the margin.
Word with_absolute_guard(Word word, std::span<const double> z, double margin);

/// One-sided p of "θ ≥ margin": small when met. `u` as in `bounds`.
double p_met(const Estimate& estimate, double margin, double u = 0);
/// One-sided p of "θ ≤ margin": small when not met.
double p_not_met(const Estimate& estimate, double margin, double u = 0);

/// The most cycles that `cycles_needed` looks at.
inline constexpr int most_cycles_needed = 200;

/// Cycles that a new run needs to decide with 80 % power: the smallest K in 3 … 200 with
/// (t(1−α, K−1) + t(0.80, K−1))·s_d/√K ≤ distance, where distance = |θ̂ − margin|. Empty: more.
std::optional<int> cycles_needed(double s_d, double distance, double alpha = 0.05);

/// One word for a criterion that stands for several (several conditions, or "within"): invalid
/// before exploratory; then not met if any is, met if all are, and else the first of
/// unresolvable and undecided that is there. Undecided for no words.
Word combined(std::span<const Word> words);

}  // namespace stallscope
