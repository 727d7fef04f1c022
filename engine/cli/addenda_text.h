// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "plan/addendum.h"

namespace stallscope::cli {

/// One line per criterion and what it now says: "changed gpu-return: … (mean return of gpu …)",
/// under the date and the reason of its addendum. `addenda` in their order; empty when there are
/// none.
std::string addenda_text(const Experiment& sealed, std::span<const Addendum> addenda);

}  // namespace stallscope::cli
