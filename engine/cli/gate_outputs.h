// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "plan/result.h"
#include "report/suite_report.h"

namespace stallscope::cli {

/// Which forms of a gate's result are wanted, and where.
struct GateOutputs {
    std::vector<std::string> formats;  ///< of md, html, json, csv, junit
    std::filesystem::path directory;   ///< empty: the one format is printed
};

/// Error: kind usage, for an unknown format, or several without a folder.
Result<GateOutputs> gate_outputs(const std::vector<std::string>& formats,
                                 const std::string& directory);

/// Writes the files and prints the Markdown, or prints the one form. Error: kind measurement.
Result<void> write_gate(const SuiteReport& report, const GateOutputs& outputs, std::ostream& out);

}  // namespace stallscope::cli
