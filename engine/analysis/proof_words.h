// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "analysis/verdict.h"

namespace stallscope {

inline constexpr std::array proof_looks = {Looks::final, Looks::obf, Looks::anytime};

/// Where every simulated and replayed truth lies: 5 % worse, in logs.
inline constexpr double proof_margin = 0.04879016416943205;

/// Words of judge() for one contrast, many times over. A run in which no interval comes near the
/// margin at any look has no word and is not judged: nineteen of twenty are of that kind. That no
/// word is lost that way is itself counted (ProofGroup::screen).
class ProofJudge {
public:
    /// `cells`: those of the pooled interval, the contrast's two included.
    ProofJudge(Looks looks, int cycles, IntervalKind interval = IntervalKind::paired,
               int cells = 2);

    /// Row 0 of `y` plus `effect` against row 1; the other rows go into a pooled interval.
    Word word(std::span<const std::vector<double>> y, double effect, double margin);
    /// The same, whether anything comes near the margin or not.
    Word unscreened_word(std::span<const std::vector<double>> y, double effect, double margin);

    /// Whether any look of the differences d + effect might decide; `hypotheses` for not met.
    bool may_decide(std::span<const double> d, double effect, double margin, int hypotheses = 1);

    /// The family the next word is asked of, for whoever adds the mean guard's totals.
    ContrastSeries& series();
    Member& member() { return m_family.members.front(); }
    Word judged(double margin);

    CriticalValues& critical() { return m_critical; }

private:
    double t_after(std::size_t n, int hypotheses);
    void fill(std::span<const std::vector<double>> y, double effect);

    IntervalKind m_interval;
    int m_cells;
    CriticalValues m_critical;
    Family m_family;
    std::vector<std::vector<double>> m_t;  ///< hypotheses → after n cycles: the smallest t
    std::vector<double> m_d;
};

/// low95 … high95 of judge() after the last of `cycles` cycles.
class ProofInterval {
public:
    explicit ProofInterval(int cycles, IntervalKind interval = IntervalKind::paired);
    Bounds of(std::span<const std::vector<double>> y);

private:
    CriticalValues m_critical;
    Family m_family;
};

}  // namespace stallscope
