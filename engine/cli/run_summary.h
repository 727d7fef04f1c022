// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "analysis/results.h"
#include "cli/console.h"

namespace stallscope::cli {

/// A word that a shell takes as it stands: quoted where it has to be.
std::string shell_word(const std::string& word);

/// The path from the working directory where it lies below it, else as it is.
std::filesystem::path short_path(const std::filesystem::path& path);

/// "partial: cancelled …" with what is there and how to get the rest; empty for a complete run.
std::string partial_text(const RunResults& results, const std::filesystem::path& file);

/// The sealed criteria with their words, one or two lines each; empty when there are none.
std::string criteria_text(const RunResults& results, const Paint& paint);

/// Findings, the worst first, and checks that did not pass.
std::string findings_text(const RunResults& results, const Paint& paint);

/// The short table and its sentence; or that there is nothing to show yet.
std::string table_text(const RunResults& results);

/// What a run ends with: table, sentence, criteria, findings in one line, the file and what can be
/// done with it. Returns the exit code.
int print_summary(const std::filesystem::path& file, Console& console);

}  // namespace stallscope::cli
