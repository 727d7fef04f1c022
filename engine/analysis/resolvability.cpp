// SPDX-License-Identifier: Apache-2.0
#include "analysis/resolvability.h"

#include <cmath>

#include "analysis/distributions.h"
#include "analysis/obf_levels.h"

namespace stallscope {
namespace {

constexpr double power = 0.80;
constexpr double bank_limit = 0.20;  // s0 is below s0u with 80 % confidence

}  // namespace

std::string_view to_text(Resolvable state) {
    switch (state) {
        case Resolvable::no_bank:
            return "no bank";
        case Resolvable::ok:
            return "ok";
        case Resolvable::low_power:
            return "low power";
        case Resolvable::unresolvable:
            return "unresolvable";
    }
    return "";
}

double d80_in_s_d(int cycles, double level) {
    const double df = cycles - 1;
    return (t_critical(level, df) + t_quantile(power, df)) / std::sqrt(cycles);
}

Resolution resolution(const std::optional<Bank>& bank, double margin, int cycles, double level) {
    Resolution found;
    if (!bank || bank->df0 < fewest_bank_df || cycles < 2) {
        return found;
    }
    found.s0u = bank->s0 * std::sqrt(bank->df0 / chi_squared_quantile(bank_limit, bank->df0));
    found.h0 = t_critical(level, cycles - 1) * found.s0u / std::sqrt(cycles);
    found.d80 = d80_in_s_d(cycles, level) * found.s0u;
    const double size = std::abs(margin);
    found.state = size < found.h0    ? Resolvable::unresolvable
                  : size < found.d80 ? Resolvable::low_power
                                     : Resolvable::ok;
    return found;
}

double planned_level(const LookRule& rule, int cycles) {
    switch (rule.looks) {
        case Looks::final:
            return rule.alpha;
        case Looks::anytime: {
            const auto t = anytime_t(cycles, cycles - 1, rule.alpha, 1, rule.g);
            return t ? t_above(*t, cycles - 1) : 0;
        }
        case Looks::obf:
            break;
    }
    const auto row = obf_table_row(cycles, 1);
    return row.empty() || rule.alpha != 0.05 ? rule.alpha / 2 : row.back();
}

std::optional<int> cycles_to_resolve(const Bank& bank, double margin, const LookRule& rule,
                                     bool powered) {
    for (int cycles = fewest_cycles; cycles <= most_cycles_needed; ++cycles) {
        const auto found = resolution(bank, margin, cycles, planned_level(rule, cycles));
        if (found.state == Resolvable::ok || (!powered && found.state == Resolvable::low_power)) {
            return cycles;
        }
    }
    return std::nullopt;
}

}  // namespace stallscope
