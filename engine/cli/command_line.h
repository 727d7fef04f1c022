// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/console.h"

namespace stallscope::cli {

/// The whole program: `args` without the program's name. Returns the exit code (see
/// plan/exit_code.h); throws nothing.
int run_command_line(std::span<const std::string> args, Console& console);

}  // namespace stallscope::cli
