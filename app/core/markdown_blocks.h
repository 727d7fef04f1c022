// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>
#include <string_view>

namespace stallscope::app {

/// A stretch of text in one manner. `text` is what a reader sees: escapes and entities are undone.
struct MarkdownSpan {
    enum class Manner { plain, strong, emphasis, code };
    Manner manner = Manner::plain;
    QString text;
    bool operator==(const MarkdownSpan&) const = default;
};
using MarkdownLine = QVector<MarkdownSpan>;

struct MarkdownTableBlock {
    QVector<MarkdownLine> head;
    QVector<bool> is_number;              ///< set to the right; as long as head
    QVector<QVector<MarkdownLine>> rows;  ///< each as long as head
};

struct MarkdownBlock {
    enum class Kind { heading, paragraph, list, table };
    Kind kind = Kind::paragraph;
    int level = 0;                ///< of a heading, 1 to 3
    QVector<MarkdownLine> lines;  ///< the heading, the paragraph, or one for each item
    MarkdownTableBlock table;
};

/// What engine/report writes, as blocks: headings, paragraphs, lists and pipe tables, and in their
/// lines **strong**, *emphasis*, `code`, \escapes and the entities of <, > and &. Whatever else
/// Markdown or HTML know is text here, so nothing a user wrote becomes markup.
QVector<MarkdownBlock> markdown_blocks(std::string_view markdown);

/// The text of a line without its manners.
QString plain_text(const MarkdownLine& line);

}  // namespace stallscope::app
