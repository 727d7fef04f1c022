// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plan/result.h"

namespace stallscope::cli {

/// The error and everything in its `also`, in the order in which they were found.
std::vector<Error> flattened(const Error& error);

/// One line per fault: "FILE: WHERE: says. Hint." `file` is left out where `where` names it.
std::string fault_lines(std::string_view file, const Error& error);

/// One line per error for everything that is not an experiment: "stallscope: WHERE: says. Hint."
std::string error_lines(const Error& error);

}  // namespace stallscope::cli
