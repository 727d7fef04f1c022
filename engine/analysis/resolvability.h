// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "analysis/looks.h"

namespace stallscope {

// Step 7: what K cycles can resolve on this machine, said before the run.

/// The noise floor from banked A/A runs for one (machine fingerprint, stream, condition, metric,
/// statistic, window length).
struct Bank {
    double s0 = 0;  ///< standard deviation of the per-cycle differences A2 − A
    int df0 = 0;    ///< its degrees of freedom
};

/// A bank with fewer degrees of freedom says nothing.
inline constexpr int fewest_bank_df = 9;

enum class Resolvable {
    no_bank,       ///< nothing is known, nothing is flagged
    ok,            ///< an effect as large as the margin is seen with 80 % power or more
    low_power,     ///< the margin is below the effect that is seen with 80 % power
    unresolvable,  ///< the margin is below the half-width of the interval to be expected
};
/// "no bank", "ok", "low power", "unresolvable".
std::string_view to_text(Resolvable state);

struct Resolution {
    Resolvable state = Resolvable::no_bank;
    double s0u = 0;  ///< upper 80 % limit of s0
    double h0 = 0;   ///< half-width to be expected
    double d80 = 0;  ///< effect that is seen with 80 % power
};

/// `level` is that of the last look, a_K; the critical value is t(1 − level, K − 1). No bank, too
/// small a bank or fewer than two cycles: state no_bank and zeros.
Resolution resolution(const std::optional<Bank>& bank, double margin, int cycles, double level);

/// One-sided level of the last of `cycles` looks. For `obf` beyond the table α/2 is taken, the
/// limit for endless looks: a little more than is needed, for a plan only.
double planned_level(const LookRule& rule, int cycles);

/// The fewest cycles, 3 … 200, with which `margin` is not flagged (h0 ≤ |margin|) or, with
/// `powered`, is seen with 80 % power (d80 ≤ |margin|). Empty: more than 200, or no bank.
std::optional<int> cycles_to_resolve(const Bank& bank, double margin, const LookRule& rule,
                                     bool powered);

/// Effect that K paired cycles see with 80 % power, in units of s_d:
/// (t(1 − level, K − 1) + t(0.80, K − 1))/√K.
double d80_in_s_d(int cycles, double level);

}  // namespace stallscope
