// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "plan/experiment.h"
#include "plan/faults.h"
#include "plan/json_value.h"

namespace stallscope {

/// Reads a whole experiment document, its presets included, and notes every fault. What comes
/// back is worth something only when there are none; `canonical` and `directory` are left empty.
Experiment read_document(const Json& document, Faults& faults);

/// Reads the document as one of its presets makes it. Faults that stand in the preset point into
/// it; those of the document alone (`as_written`) are not reported again.
void check_preset(const Json& document, const std::string& name, const Faults& as_written,
                  Faults& faults);

/// null and U+0000 are faults wherever they stand, but for the null that switches a stream off.
void refuse_nulls(const Json& document, Faults& faults);

}  // namespace stallscope
