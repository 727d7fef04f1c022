// SPDX-License-Identifier: Apache-2.0
#include "analysis/looks.h"

#include <algorithm>
#include <cmath>

#include "analysis/distributions.h"
#include "analysis/obf_levels.h"

namespace stallscope {

std::optional<double> anytime_t(int n, double df, double alpha, int hypotheses, double g) {
    const double weight = 1 + g * n;
    const double two_alpha = 2 * alpha / std::max(1, hypotheses);
    const double ratio = std::pow(std::sqrt(weight) / two_alpha, 2 / (df + 1));
    if (!(ratio < weight)) {
        return std::nullopt;
    }
    return std::sqrt(df * (ratio - 1) / (1 - ratio / weight));
}

Critical CriticalValues::at(int n, double df, int hypotheses) {
    if (n < fewest_cycles) {
        return {};
    }
    const int j = std::max(1, hypotheses);
    switch (m_rule.looks) {
        case Looks::final: {
            const double level = m_rule.alpha / j;
            return {level, t_critical(level, df), n == m_rule.cycles};
        }
        case Looks::anytime: {
            const auto t = anytime_t(n, df, m_rule.alpha, j, m_rule.g);
            return t ? Critical{t_above(*t, df), *t, true} : Critical{};
        }
        case Looks::obf: {
            auto row = m_levels.find(j);
            if (row == m_levels.end()) {
                row = m_levels.emplace(j, obf_levels(m_rule.cycles, j, m_rule.alpha)).first;
            }
            const auto look = static_cast<std::size_t>(n - fewest_cycles);
            const double level = look < row->second.size() ? row->second[look] : 0;
            return level > 0 ? Critical{level, t_critical(level, df), true} : Critical{};
        }
    }
    return {};
}

void LockedWord::see(Word of_look, int n) {
    if (word == Word::undecided && (of_look == Word::met || of_look == Word::not_met)) {
        word = of_look;
        at = n;
    }
}

}  // namespace stallscope
