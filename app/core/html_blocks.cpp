// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/html_blocks.h"

#include "core/html_text.h"
#include "core/verdict_words.h"

namespace stallscope::app {
namespace {

using Kind = MarkdownBlock::Kind;

QString element(MarkdownSpan::Manner manner) {
    switch (manner) {
        case MarkdownSpan::Manner::strong:
            return QStringLiteral("strong");
        case MarkdownSpan::Manner::emphasis:
            return QStringLiteral("em");
        case MarkdownSpan::Manner::code:
            return QStringLiteral("code");
        case MarkdownSpan::Manner::plain:
            break;
    }
    return {};
}

QString verdict_cell(const MarkdownLine& line) {
    const QString text = plain_text(line);
    const QString status = verdict_status_of(text);
    if (status.isEmpty()) return html_line(line);
    return QStringLiteral("<span class=\"word %1\">%2 %3</span>")
        .arg(status, verdict_sign(status), html_text(text));
}

QString table_html(const MarkdownTableBlock& table) {
    QString html = QStringLiteral("<div class=\"table%1\"><table>\n<thead><tr>")
                       .arg(table.head.size() > 7 ? QStringLiteral(" wide") : QString());
    QVector<bool> is_verdict;
    for (qsizetype i = 0; i < table.head.size(); ++i) {
        is_verdict.push_back(is_verdict_column(plain_text(table.head[i])));
        html += QStringLiteral("<th scope=\"col\"%1>%2</th>")
                    .arg(table.is_number[i] ? QStringLiteral(" class=\"number\"") : QString(),
                         html_line(table.head[i]));
    }
    html += QLatin1String("</tr></thead>\n<tbody>\n");
    for (const auto& row : table.rows) {
        html += QLatin1String("<tr>");
        for (qsizetype i = 0; i < row.size(); ++i) {
            html += QStringLiteral("<td%1>%2</td>")
                        .arg(table.is_number[i] ? QStringLiteral(" class=\"number\"") : QString(),
                             is_verdict[i] ? verdict_cell(row[i]) : html_line(row[i]));
        }
        html += QLatin1String("</tr>\n");
    }
    return html + QLatin1String("</tbody></table></div>\n");
}

/// A finding's severity is the first, strong word of its item.
QString severity_class(const MarkdownLine& item) {
    const QString word = item.isEmpty() ? QString() : item.front().text;
    const bool is_one = word == QLatin1String("blocks") || word == QLatin1String("warns") ||
                        word == QLatin1String("note");
    if (!is_one || item.front().manner != MarkdownSpan::Manner::strong) return {};
    return QStringLiteral(" class=\"%1\"").arg(word);
}

QString block_html(const MarkdownBlock& block) {
    switch (block.kind) {
        case Kind::heading:
            return QStringLiteral("<h%1>%2</h%1>\n")
                .arg(QString::number(block.level), html_line(block.lines.front()));
        case Kind::paragraph: {
            const bool is_note = plain_text(block.lines.front()).startsWith(u"Not measured: ");
            return QStringLiteral("<p%1>%2</p>\n")
                .arg(is_note ? QStringLiteral(" class=\"note\"") : QString(),
                     html_line(block.lines.front()));
        }
        case Kind::list: {
            QString html = QStringLiteral("<ul>\n");
            for (const MarkdownLine& item : block.lines) {
                html +=
                    QStringLiteral("<li%1>%2</li>\n").arg(severity_class(item), html_line(item));
            }
            return html + QLatin1String("</ul>\n");
        }
        case Kind::table:
            return table_html(block.table);
    }
    return {};
}

}  // namespace

QString html_line(const MarkdownLine& line) {
    QString html;
    for (const MarkdownSpan& span : line) {
        const QString name = element(span.manner);
        const QString text = html_text(span.text);
        html +=
            name.isEmpty() ? text : u'<' + name + u'>' + text + QLatin1String("</") + name + u'>';
    }
    return html;
}

QString html_blocks(const QVector<MarkdownBlock>& blocks) {
    QString html;
    for (const MarkdownBlock& block : blocks) html += block_html(block);
    return html;
}

}  // namespace stallscope::app
