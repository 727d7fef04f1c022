// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "plan/result.h"
#include "run/child_process.h"
#include "run/conductor.h"

namespace stallscope {

/// Runs a command of a suite to its end and gives what it printed. `what` names it in sentences
/// ("the build"), `if_too_slow` is the advice where it did not end within `limit_s`. Errors:
/// cancelled; measurement, at `where`: it cannot be started, took too long, was killed, or exited
/// with another code than 0.
Result<std::string> run_suite_command(const ChildPlan& plan, double limit_s, std::string_view what,
                                      const std::string& where, const std::string& if_too_slow,
                                      const Control& control);

/// What a command printed last, for a sentence: "; it said \"…\"", or nothing.
std::string last_words(std::string_view output);

}  // namespace stallscope
