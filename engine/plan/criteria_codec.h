// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Reads the criteria at /criteria against the streams, cells and conditions of `experiment`.
/// `cells_are_sound` says that these could be read without a fault: only then is it judged whether
/// a criterion's figure can exist in its cell.
std::vector<Criterion> read_criteria(const Json& criteria, const Experiment& experiment,
                                     bool cells_are_sound, Faults& faults);

/// Where the experiment's interval is pooled: whether every one of these criteria that compares has
/// at least three cells in each of its conditions (4-algorithm, step 3).
void check_pooled(const std::vector<Criterion>& criteria, const Experiment& experiment,
                  Faults& faults);

}  // namespace stallscope
