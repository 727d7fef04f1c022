// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "analysis/results.h"
#include "plan/experiment.h"

namespace stallscope {

/// Every criterion against its bound, from the point values of the rows (pooled over the complete
/// visits). A ratio of two cells is cell / against for "worse by" and "better by", and the factor
/// by which the cell is better for "at least times". `margin` is the bound on the value's scale.
/// Without a value the status is "invalid". A figure of an emulated device that its cores make
/// (throughput, device and service time) is marked: it speaks of the mechanism only.
std::vector<CriterionResult> judge(const Experiment& experiment, const std::vector<Row>& rows);

/// The bound in words: "at most 0.5 ms", "worse by less than 5 % than A".
std::string bound_words(const Criterion& criterion, std::string_view unit);

/// The unit in which a metric is given: "ms", "req/s" or "count".
std::string_view unit_of(const Criterion& criterion);

}  // namespace stallscope
