// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "analysis/proof_result.h"

namespace stallscope {

/// The proof as a page in Markdown: what was shown, how, all figures with bounds and limits, those
/// beyond their limits by name, the recordings. Depends on nothing but the result.
std::string calibration_page(const ProofResult& result);

/// The same in short, for a terminal: a line per thing to show, then every figure beyond its limit.
/// At most 100 columns.
std::string proof_text(const ProofResult& result);

}  // namespace stallscope
