// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "report/suite_report.h"
#include "run/conductor.h"
#include "run/suite_build.h"
#include "suite/suite_file.h"

namespace stallscope {

/// Builds, measures and judges a suite, and writes it down in the ledger in `user_data`. Nothing is
/// left behind in the file system but what the user's commands write. Errors: measurement (a build,
/// a bench, a row; equal builds that should differ), environment, cancelled.
Result<SuiteReport> run_gate(const Suite& suite, const std::filesystem::path& user_data,
                             const SuiteProgress& progress, const Control& control);

/// The exit code of a judgement under the suite's policy.
int exit_code_of(SuiteOutcome outcome, UndecidedPolicy policy);

}  // namespace stallscope
