// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/suite_report.h"

namespace stallscope {

/// One table as texts, for the writers of Markdown and HTML. Nothing is escaped yet.
struct SuiteTable {
    struct Column {
        std::string title;
        bool number = false;
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
};

/// claim | rows | bound | word | worst row | change there | why
SuiteTable claims_table(const SuiteReport& report);
/// row | base | head | change | 95 % | spread of base | state
SuiteTable rows_table(const SuiteReport& report);
/// row | spread of base | spread of head | same build twice | word: how far salted builds differ.
/// Empty for one build per side.
SuiteTable spread_table(const SuiteReport& report);
/// row | process | round | build | machine: standard deviations in per cent
SuiteTable levels_table(const SuiteReport& report);

/// How it was measured and what one should know about it, a sentence each.
std::vector<std::string> suite_sentences(const SuiteReport& report);

}  // namespace stallscope
