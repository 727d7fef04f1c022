// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Applies the preset, then the other options in their order, and takes the presets out of the
/// document. The document has been read without a fault.
void apply_options(Json& document, const Options& options, Faults& faults);

}  // namespace stallscope
