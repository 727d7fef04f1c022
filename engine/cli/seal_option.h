// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/result.h"

namespace stallscope::cli {

/// What --seal was given, in lower case; empty: nothing. Error: kind usage when it is no hash.
Result<std::string> read_seal(std::string given);

}  // namespace stallscope::cli
