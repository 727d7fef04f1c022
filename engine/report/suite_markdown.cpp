// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.h"
#include "report/suite_report.h"
#include "report/suite_tables.h"

namespace stallscope {
namespace {

std::string table_text(const SuiteTable& from) {
    MarkdownTable table;
    for (const auto& column : from.columns) table.column(escaped(column.title), column.number);
    for (const auto& row : from.rows) {
        std::vector<std::string> cells;
        for (const std::string& cell : row) cells.push_back(escaped(cell));
        table.row(std::move(cells));
    }
    return table.text();
}

}  // namespace

std::string suite_markdown(const SuiteReport& report) {
    std::string text = "### " + escaped(suite_headline(report)) + "\n\n";
    if (!report.question.empty()) text += escaped(report.question) + "\n\n";
    if (!report.nothing_to_compare) {
        text += table_text(claims_table(report)) + "\n";
        text += table_text(rows_table(report)) + "\n";
    }
    for (const std::string& sentence : suite_sentences(report))
        text += "- " + escaped(sentence) + "\n";
    if (report.nothing_to_compare) return text;
    if (const SuiteTable spread = spread_table(report); !spread.rows.empty()) {
        text += "\n<details><summary>Placement: slowest build / fastest − 1</summary>\n\n" +
                table_text(spread) + "\n</details>\n";
    }
    text += "\n<details><summary>Noise by level</summary>\n\n" + table_text(levels_table(report)) +
            "\n</details>\n";
    return text;
}

}  // namespace stallscope
