// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stallscope {
namespace {

// Rounding aside, nothing that is farther than this from the critical value can cross it.
constexpr double nearly = 0.999999;
constexpr double far_away = 1e6;  // a margin that is always met

Family family_of_one(Looks looks, int cycles, IntervalKind interval) {
    Family family;
    family.rule.looks = looks;
    family.rule.cycles = cycles;
    family.interval = interval;
    Member member;
    member.data = ContrastSeries{};
    family.members.push_back(std::move(member));
    return family;
}

void copy(CycleValues& to, const std::vector<double>& from, double effect) {
    to.resize(from.size());
    std::transform(from.begin(), from.end(), to.begin(),
                   [effect](double value) { return std::optional(value + effect); });
}

void fill_series(ContrastSeries& series, std::span<const std::vector<double>> y, double effect,
                 IntervalKind interval) {
    copy(series.b, y[0], effect);
    copy(series.a, y[1], 0);
    if (interval == IntervalKind::pooled) {
        series.others.resize(y.size() - 2);
        for (std::size_t c = 2; c < y.size(); ++c) {
            copy(series.others[c - 2], y[c], 0);
        }
    }
}

}  // namespace

ProofJudge::ProofJudge(Looks looks, int cycles, IntervalKind interval, int cells)
    : m_interval(interval),
      m_cells(cells),
      m_critical({looks, cycles, 0.05, 25}),
      m_family(family_of_one(looks, cycles, interval)) {}

ContrastSeries& ProofJudge::series() {
    return std::get<ContrastSeries>(member().data);
}

double ProofJudge::t_after(std::size_t n, int hypotheses) {
    const auto j = static_cast<std::size_t>(hypotheses);
    m_t.resize(std::max(m_t.size(), j + 1));
    for (std::size_t at = m_t[j].size(); at <= n; ++at) {
        const int cycles = static_cast<int>(at);
        double smallest = std::numeric_limits<double>::infinity();
        for (const int rows : {2, m_interval == IntervalKind::pooled ? m_cells : 2}) {
            const double df = (rows - 1) * (cycles - 1);
            const Critical critical =
                cycles < fewest_cycles ? Critical{} : m_critical.at(cycles, df, hypotheses);
            if (critical.decides) {
                smallest = std::min(smallest, critical.t);
            }
        }
        m_t[j].push_back(smallest);
    }
    return m_t[j][n];
}

bool ProofJudge::may_decide(std::span<const double> d, double effect, double margin,
                            int hypotheses) {
    double mean = 0;
    double squares = 0;
    for (std::size_t n = 1; n <= d.size(); ++n) {
        const auto count = static_cast<double>(n);
        const double off = d[n - 1] - mean;
        mean += off / count;
        squares += off * (d[n - 1] - mean);
        if (n < static_cast<std::size_t>(fewest_cycles)) {
            continue;
        }
        // Never above the standard error that is used: the pooled one is at least the paired.
        const double se = std::sqrt(squares / (count - 1) / count);
        const double above = mean + effect - margin;
        const double t = t_after(n, above > 0 ? hypotheses : 1);
        if (std::isfinite(t) && std::abs(above) >= nearly * t * se) {
            return true;
        }
    }
    return false;
}

void ProofJudge::fill(std::span<const std::vector<double>> y, double effect) {
    fill_series(series(), y, effect, m_interval);
}

Word ProofJudge::judged(double margin) {
    member().margin.value = margin;
    return judge(m_family, &m_critical).verdicts.front().word;
}

Word ProofJudge::unscreened_word(std::span<const std::vector<double>> y, double effect,
                                 double margin) {
    fill(y, effect);
    return judged(margin);
}

Word ProofJudge::word(std::span<const std::vector<double>> y, double effect, double margin) {
    m_d.resize(y[0].size());
    std::transform(y[0].begin(), y[0].end(), y[1].begin(), m_d.begin(), std::minus<>());
    return may_decide(m_d, effect, margin) ? unscreened_word(y, effect, margin) : Word::undecided;
}

ProofInterval::ProofInterval(int cycles, IntervalKind interval)
    : m_critical({Looks::final, cycles, 0.05, 25}),
      m_family(family_of_one(Looks::final, cycles, interval)) {
    m_family.members.front().margin.value = far_away;
}

Bounds ProofInterval::of(std::span<const std::vector<double>> y) {
    fill_series(std::get<ContrastSeries>(m_family.members.front().data), y, 0, m_family.interval);
    const Verdict verdict = judge(m_family, &m_critical).verdicts.front();
    return {*verdict.low95, *verdict.high95};
}

}  // namespace stallscope
