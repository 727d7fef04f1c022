// SPDX-License-Identifier: Apache-2.0
#include "analysis/outcome.h"

#include <algorithm>
#include <cmath>

#include "analysis/distributions.h"

namespace stallscope {
namespace {

constexpr double power = 0.80;

/// P(T ≤ distance/SE); without any spread the side alone counts, and the margin itself is even.
double side(double distance, double se, double df) {
    if (se > 0) {
        return t_cdf(distance / se, df);
    }
    return distance == 0 ? 0.5 : distance < 0 ? 0.0 : 1.0;
}

}  // namespace

std::string_view to_text(Word word) {
    switch (word) {
        case Word::met:
            return "met";
        case Word::not_met:
            return "not_met";
        case Word::undecided:
            return "undecided";
        case Word::unresolvable:
            return "unresolvable";
        case Word::exploratory:
            return "exploratory";
        case Word::invalid:
            return "invalid";
    }
    return "";
}

Word three_outcomes(const Bounds& interval, double margin) {
    if (interval.high < margin) {
        return Word::met;
    }
    return interval.low > margin ? Word::not_met : Word::undecided;
}

Word with_mean_guard(Word typical_word, double mean_estimate, double margin) {
    // Written so that a mean that is no number does not pass.
    return typical_word == Word::met && !(mean_estimate < margin) ? Word::undecided : typical_word;
}

Word with_absolute_guard(Word word, std::span<const double> z, double margin) {
    const bool all_below =
        std::all_of(z.begin(), z.end(), [margin](double value) { return value < margin; });
    return word == Word::met && !all_below ? Word::undecided : word;
}

double p_met(const Estimate& estimate, double margin, double u) {
    return side(estimate.value + u - margin, estimate.se, estimate.df);
}

double p_not_met(const Estimate& estimate, double margin, double u) {
    // 1 − T(x) as T(−x): the small values are the ones that count.
    return side(margin - (estimate.value - u), estimate.se, estimate.df);
}

std::optional<int> cycles_needed(double s_d, double distance, double alpha) {
    if (!(distance > 0)) {
        return std::nullopt;
    }
    for (int cycles = 3; cycles <= most_cycles_needed; ++cycles) {
        const double t = t_critical(alpha, cycles - 1) + t_quantile(power, cycles - 1);
        if (t * s_d / std::sqrt(cycles) <= distance) {
            return cycles;
        }
    }
    return std::nullopt;
}

Word combined(std::span<const Word> words) {
    const auto any = [&](Word word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    for (const Word word :
         {Word::invalid, Word::exploratory, Word::not_met, Word::unresolvable, Word::undecided}) {
        if (any(word)) {
            return word;
        }
    }
    return words.empty() ? Word::undecided : Word::met;
}

}  // namespace stallscope
