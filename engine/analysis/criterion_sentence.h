// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/results.h"
#include "analysis/run_values.h"

namespace stallscope {

/// What stands behind a word, in one sentence: the two values, the change with its interval, and
/// `figures.why`. "C 0.141 ms against A 7.742 ms: −98.2 % (−98.4 … −97.9 %); locked at cycle 4".
std::string sentence_of(const Criterion& criterion, const CriterionFigures& figures,
                        const RunValues& values);

}  // namespace stallscope
