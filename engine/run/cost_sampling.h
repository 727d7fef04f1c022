// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/cost_fit.h"
#include "plan/workload_spec.h"

namespace stallscope {

/// Times batches of made mails of several sizes with one worker and with several, by the workload's
/// parser, mode, structure and kind of threads, in this process: what a cost model is fitted to.
/// `cpus`: as counted; up to so many workers are tried. Takes about a second. Error: as
/// BatchCall::open, or of a call.
Result<std::vector<CostSample>> sample_costs(const MailWorkload& workload, int cpus);

}  // namespace stallscope
