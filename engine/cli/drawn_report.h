// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plan/result.h"

namespace stallscope::cli {

/// The desktop app's program, which draws reports: it lies beside ours. Error (kind usage): it is
/// not installed.
Result<std::filesystem::path> workbench_program();

/// Has `workbench` write report.html and report.pdf (`formats`: "html", "pdf") of the run into
/// `directory`, without a screen. Returns the files. Error: what the program said, of the kind that
/// its exit code stands for.
Result<std::vector<std::filesystem::path>> draw_report(const std::filesystem::path& workbench,
                                                       const std::string& run_file,
                                                       const std::filesystem::path& directory,
                                                       const std::vector<std::string>& formats);

}  // namespace stallscope::cli
