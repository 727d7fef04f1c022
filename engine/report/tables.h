// SPDX-License-Identifier: Apache-2.0
#pragma once

// The tables of design 3, one file each, in Markdown with their headings. A table without data is
// an empty string.

#include <string>

#include "analysis/results.h"

namespace stallscope {

std::string streams_table(const RunResults& results);        ///< 1
std::string second_stream_table(const RunResults& results);  ///< 2
std::string all_at_once_table(const RunResults& results);    ///< 3
std::string reply_path_table(const RunResults& results);     ///< 4
std::string probe_table(const RunResults& results);          ///< 6
std::string differences_table(const RunResults& results);    ///< 9
std::string criteria_table(const RunResults& results);       ///< 10
std::string batch_table(const RunResults& results);          ///< of a batch experiment
std::string crossover_table(const RunResults& results);      ///< of each sweep of sizes and threads
std::string conclusions_list(const RunResults& results);
std::string findings_list(const RunResults& results);
std::string checks_list(const RunResults& results);

/// The mails of a row: "page: 16 × 800 bytes".
std::string mails_words(const BatchRow& row);
/// The best number of workers there: "2 (×1.61)".
std::string best_words(const CrossoverPoint& point);

}  // namespace stallscope
