// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/look_figures.h"
#include "analysis/verdict.h"

namespace stallscope {

/// Why a member without a word is undecided at its last look. `critical` is that look's, for one
/// hypothesis; `hypotheses` the size of the family.
std::string why_undecided(const Member& member, const LookFigures& figures,
                          const Critical& critical, const LookRule& rule, int hypotheses);

/// Fills `shown` from the figures on the judged scale.
void show(Verdict& verdict, const Member& member);

/// The sentence of a failed control.
std::string why_invalid(const ControlVerdict& control, CostScale kind);

/// A probability for people: "p = 0.03", "p < 0.0001".
std::string p_text(double p);

}  // namespace stallscope
