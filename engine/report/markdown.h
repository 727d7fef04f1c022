// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

/// A user's text in one line of Markdown: what would be markup, a table's border, HTML or a new
/// line is taken away its meaning. UTF-8 stays as it is.
std::string escaped(std::string_view text);

/// Reasons for what is not there, numbered as they come up in one table.
class Footnotes {
public:
    /// "– (1)": the mark in place of a figure.
    std::string mark(const std::string& reason);
    /// The lines below the table, empty when nothing was marked.
    std::string text() const;

private:
    std::vector<std::string> m_reasons;
};

/// A pipe table. Cells are Markdown already: names must have been escaped.
class MarkdownTable {
public:
    /// Columns of numbers are set to the right.
    void column(std::string title, bool number = true);
    void row(std::vector<std::string> cells);
    bool empty() const { return m_rows.empty(); }
    std::string text() const;

private:
    struct Column {
        std::string title;
        bool number = true;
    };
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

}  // namespace stallscope
