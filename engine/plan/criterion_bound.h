// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/metrics.h"

namespace stallscope {

/// Reads the bound that stands at `pointer` into `criterion.bound` and `criterion.share`, as the
/// criterion's form and metric want it: a number, a percentage ("5%") or, for the difference of two
/// shares, percentage points ("0.1 points"). A bound whose margin does not exist (the logarithm of
/// nothing, 4-algorithm step 2) is a fault. Not for `gap_closed`, whose bound is one of its
/// members.
void read_bound(const Json& value, const std::string& pointer, MetricKind kind,
                Criterion& criterion, Faults& faults);

/// Reads the percentage of a gap.
void read_gap_bound(const Json& value, const std::string& pointer, Criterion& criterion,
                    Faults& faults);

}  // namespace stallscope
