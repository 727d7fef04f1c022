// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/results.h"
#include "plan/result.h"

namespace stallscope {

/// results.json: the keys of design 3, stable for one run file, two-space indent, newline at end.
std::string results_json(const RunResults& results);

/// tables.md: tables 1–4, 6, 9, 10 as far as their data exists, then findings and limits.
std::string tables_markdown(const RunResults& results);

/// The short table for a terminal (at most 100 columns) and one sentence that says what it shows.
std::string short_table(const RunResults& results);
std::string one_sentence(const RunResults& results);
/// The same of a batch experiment; short_table() and one_sentence() give these for one.
std::string short_batch_table(const RunResults& results);
std::string batch_sentence(const RunResults& results);

/// Raw requests of all complete visits as CSV (RFC 4180, header row, units in the names).
Result<std::string> requests_csv(const RunReader& run);

/// Writes results.json, tables.md and requests.csv into `directory` (made when missing), each to a
/// temporary name first. `formats`: any of "json", "md", "csv".
Result<std::vector<std::filesystem::path>> export_run(const RunReader& run,
                                                      const std::filesystem::path& directory,
                                                      const std::vector<std::string>& formats);

/// Compares an export with what the raw data gives now. Error: kind stale, names the file and the
/// first difference.
Result<void> verify_export(const RunReader& run, const std::filesystem::path& directory);

}  // namespace stallscope
