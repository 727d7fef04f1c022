// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/proof_rows.h"

namespace stallscope {

// Runs whose truth is known and lies exactly at the margin, where a wrong word is most likely.

/// Both false words for every noise, drift, number of cycles, both kinds of cells and all looks,
/// with paired intervals; coverage of low95 … high95.
std::vector<ProofTask> grid_tasks();

/// The same with pooled intervals, for 3 and 5 cycles and four cells; the noisier cell also among
/// three and six.
std::vector<ProofTask> pooled_tasks();

/// Mirrored and other orders under a linear drift of 10 %: why cycles are mirrored.
std::vector<ProofTask> order_tasks();

/// Words that ProofJudge misses by not judging every run.
std::vector<ProofTask> screen_tasks();

}  // namespace stallscope
