// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "analysis/durations.h"

namespace stallscope {

/// Pearson's correlation coefficient of values that were added in step. None for fewer than three
/// pairs or when one side does not vary.
std::optional<double> pearson(const Durations& x, const Durations& y);

}  // namespace stallscope
