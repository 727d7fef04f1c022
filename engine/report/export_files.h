// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stallscope {

inline constexpr const char* results_file = "results.json";
inline constexpr const char* tables_file = "tables.md";
inline constexpr const char* requests_file = "requests.csv";
// Drawn by the workbench.
inline constexpr const char* html_file = "report.html";
inline constexpr const char* pdf_file = "report.pdf";

}  // namespace stallscope
