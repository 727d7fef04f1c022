// SPDX-License-Identifier: Apache-2.0
#include "report/markdown.h"

#include <fmt/format.h>

#include <algorithm>

namespace stallscope {

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        switch (c) {
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '&':
                out += "&amp;";
                break;
            case '|':
            case '`':
            case '\\':
            case '*':
            case '_':
            case '[':
            case ']':
            case '#':
            case '~':
            case '$':
                out += '\\';
                out += c;
                break;
            default:
                // A control character, a new line among them, would end the table's row.
                out += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
        }
    }
    return out;
}

std::string Footnotes::mark(const std::string& reason) {
    auto found = std::find(m_reasons.begin(), m_reasons.end(), reason);
    if (found == m_reasons.end()) {
        found = m_reasons.insert(m_reasons.end(), reason);
    }
    return fmt::format("– ({})", found - m_reasons.begin() + 1);
}

std::string Footnotes::text() const {
    std::string lines;
    for (std::size_t i = 0; i < m_reasons.size(); ++i) {
        lines += fmt::format("{}({}) {}", i == 0 ? "\nNot measured: " : "; ", i + 1,
                             escaped(m_reasons[i]));
    }
    return lines.empty() ? lines : lines + ".\n";
}

void MarkdownTable::column(std::string title, bool number) {
    m_columns.push_back({std::move(title), number});
}

void MarkdownTable::row(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string MarkdownTable::text() const {
    std::string head = "|";
    std::string line = "|";
    for (const Column& column : m_columns) {
        head += " " + column.title + " |";
        line += column.number ? " ---: |" : " --- |";
    }
    std::string out = head + "\n" + line + "\n";
    for (const auto& cells : m_rows) {
        out += "|";
        for (const std::string& cell : cells) {
            out += " " + cell + " |";
        }
        out += "\n";
    }
    return out;
}

}  // namespace stallscope
