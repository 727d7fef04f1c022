// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "workload/workload.h"

namespace stallscope {

/// Wait and spin: a request is over when its time is over. Error: kind experiment, when the length
/// is still to be measured or out of range.
Result<std::unique_ptr<WorkloadRun>> open_wait(const WaitWorkload& spec);
Result<std::unique_ptr<WorkloadRun>> open_spin(const SpinWorkload& spec);

/// What input `seed` asks for, in ns: the length and the seed's own part of the spread.
std::int64_t requested_ns(double ms, double spread_ms, std::uint64_t seed);

}  // namespace stallscope
