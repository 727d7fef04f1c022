// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/faults.h"
#include "plan/json_value.h"
#include "plan/object_reader.h"
#include "suite/suite_file.h"

namespace stallscope {

// The parts of a suite file, each read by a file of its own. All note faults and go on.

inline constexpr TextLength pattern_length{1, 1024};

SuiteSide read_side(const Json& value, const std::string& pointer, Faults& faults);

std::vector<SuiteClaim> read_claims(const Json& value, Faults& faults);

/// "5%" as 0.05; the fallback when it is absent or a fault. Up to 1,000 %.
double read_share(ObjectReader& reader, std::string_view key, double fallback);

}  // namespace stallscope
