// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "analysis/outcome.h"
#include "plan/experiment.h"

namespace stallscope {

// Step 5: at which level a look decides. Looks happen at cycle ends only.

/// No word with fewer complete cycles.
inline constexpr int fewest_cycles = 3;

struct LookRule {
    Looks looks = Looks::obf;
    int cycles = 5;       ///< K, planned; not used by `anytime`
    double alpha = 0.05;  ///< per side
    double g = 25;        ///< `anytime`: variance of the effects, in units of s_d, it mixes over
};

/// Critical value of an anytime-valid t after n cycles: √(ν(R−1)/(1−R/a′)), a′ = 1 + g·n,
/// R = (√a′/(2α/j))^{2/(ν+1)}: where the likelihood ratio mixed over normal effects of variance g
/// reaches j/(2α) (Lai 1976; Wang and Ramdas 2023). Empty where R ≥ a′: no finite boundary yet.
std::optional<double> anytime_t(int n, double df, double alpha, int hypotheses, double g);

/// What one look uses.
struct Critical {
    double level = 0;                                    ///< one-sided nominal level a
    double t = std::numeric_limits<double>::infinity();  ///< critical value t(1 − a, ν)
    bool decides = false;                                ///< a word may come out of this look
};

/// The critical values of one rule. Keeps the rows of levels it has used: where the table of
/// obf_levels.h ends they take a while. Not for several threads at once.
class CriticalValues {
public:
    explicit CriticalValues(const LookRule& rule) : m_rule(rule) {}

    /// After `n` complete cycles, for an estimate with `df` degrees of freedom, at level
    /// α/hypotheses. Fewer than three cycles decide nothing.
    Critical at(int n, double df, int hypotheses = 1);

    const LookRule& rule() const { return m_rule; }

private:
    LookRule m_rule;
    std::map<int, std::vector<double>> m_levels;  ///< hypotheses → levels from n = 3 on
};

/// The first crossing locks the word; the interval keeps updating.
struct LockedWord {
    Word word = Word::undecided;
    std::optional<int> at;  ///< complete cycles at that look

    /// Takes the word of a look after `n` cycles; only met and not_met lock, and only once.
    void see(Word of_look, int n);
};

}  // namespace stallscope
