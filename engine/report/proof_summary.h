// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "analysis/proof_result.h"

namespace stallscope {

/// All figures of one group in one line.
struct ProofSummary {
    ProofGroup group = ProofGroup::grid;
    std::string title;                ///< what is to be shown
    const ProofRow* worst = nullptr;  ///< the figure that comes closest to its limit, or passes it
    int figures = 0;                  ///< with a limit, or all where none has one
    int kept = 0;                     ///< of those
    int again = 0;                    ///< figures that were asked again with more runs
};

/// One per group that has figures, in the order of the page.
std::vector<ProofSummary> summaries_of(const ProofResult& result);

/// "≤ 5.5 %, bound ≤ 6.0 %", "≥ 77.0 %", "–".
std::string limit_text(const ProofLimit& limit);
/// 0.0512 → "5.12 %".
std::string share_text(double share);
/// "yes", "no", "–" where there is no limit.
std::string holds_text(const ProofRow& row);

}  // namespace stallscope
