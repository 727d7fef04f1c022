// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/markdown_blocks.h"

#include <QStringList>
#include <array>
#include <utility>

namespace stallscope::app {
namespace {

using Manner = MarkdownSpan::Manner;

bool is_escapable(QChar c) {
    return QStringView(u"|`\\*_[]#~$").contains(c);
}

/// Reads one character of text at `at`, undoing an escape or an entity, and moves on.
QChar character(const QString& text, qsizetype& at) {
    if (text[at] == u'\\' && at + 1 < text.size() && is_escapable(text[at + 1])) {
        at += 2;
        return text[at - 1];
    }
    static const std::array<std::pair<QLatin1String, QChar>, 3> entities = {{
        {QLatin1String("&lt;"), u'<'},
        {QLatin1String("&gt;"), u'>'},
        {QLatin1String("&amp;"), u'&'},
    }};
    for (const auto& [entity, stands_for] : entities) {
        if (QStringView(text).mid(at).startsWith(entity)) {
            at += entity.size();
            return stands_for;
        }
    }
    return text[at++];
}

/// The marker that begins at `at`, if there is one: its length and what it opens.
std::pair<QString, Manner> marker_at(const QString& text, qsizetype at) {
    const QStringView rest = QStringView(text).mid(at);
    if (rest.startsWith(u"**")) return {QStringLiteral("**"), Manner::strong};
    if (rest.startsWith(u"*")) return {QStringLiteral("*"), Manner::emphasis};
    if (rest.startsWith(u"`")) return {QStringLiteral("`"), Manner::code};
    return {};
}

/// Where the marker comes again, unescaped; −1 when it does not.
qsizetype end_of(const QString& text, qsizetype from, const QString& marker) {
    for (qsizetype at = from; at < text.size();) {
        if (QStringView(text).mid(at).startsWith(marker)) return at;
        character(text, at);
    }
    return -1;
}

QString unescaped(const QString& text) {
    QString out;
    for (qsizetype at = 0; at < text.size();) out += character(text, at);
    return out;
}

MarkdownLine line_of(const QString& text) {
    MarkdownLine spans;
    QString plain;
    const auto flush = [&] {
        if (!plain.isEmpty()) spans.push_back({Manner::plain, std::exchange(plain, QString())});
    };
    for (qsizetype at = 0; at < text.size();) {
        const auto [marker, manner] = marker_at(text, at);
        const qsizetype begin = at + marker.size();
        const qsizetype end = marker.isEmpty() ? -1 : end_of(text, begin, marker);
        if (end <= begin) {
            plain += character(text, at);
            continue;
        }
        flush();
        spans.push_back({manner, unescaped(text.mid(begin, end - begin))});
        at = end + marker.size();
    }
    flush();
    return spans;
}

/// "| a | b |" → {"a", "b"}.
QStringList cells_of(const QString& line) {
    QStringList cells;
    QString cell;
    for (qsizetype at = 1; at < line.size(); ++at) {
        if (line[at] == u'\\' && at + 1 < line.size()) {
            cell += line.mid(at++, 2);
        } else if (line[at] == u'|') {
            cells << std::exchange(cell, QString()).trimmed();
        } else {
            cell += line[at];
        }
    }
    return cells;
}

bool is_rule(const QString& line) {
    if (!line.startsWith(u"| -")) return false;
    for (const QChar c : line) {
        if (!QStringView(u"|-: ").contains(c)) return false;
    }
    return true;
}

class Reader {
public:
    explicit Reader(const QString& text) : m_lines(text.split(u'\n')) {}

    QVector<MarkdownBlock> blocks() {
        while (m_at < m_lines.size()) {
            const QString& line = m_lines[m_at];
            if (line.trimmed().isEmpty()) {
                ++m_at;
            } else if (const int level = heading_level(line); level > 0) {
                add(MarkdownBlock::Kind::heading, level, {line_of(line.mid(level + 1))});
                ++m_at;
            } else if (line.startsWith(u"- ")) {
                read_list();
            } else if (line.startsWith(u'|') && m_at + 1 < m_lines.size() &&
                       is_rule(m_lines[m_at + 1])) {
                read_table();
            } else {
                add(MarkdownBlock::Kind::paragraph, 0, {line_of(line)});
                ++m_at;
            }
        }
        return std::move(m_blocks);
    }

private:
    static int heading_level(const QString& line) {
        for (int level = 1; level <= 3; ++level) {
            if (line.startsWith(QString(level, u'#') + u' ')) return level;
        }
        return 0;
    }

    void add(MarkdownBlock::Kind kind, int level, QVector<MarkdownLine> lines) {
        m_blocks.push_back({kind, level, std::move(lines), {}});
    }

    void read_list() {
        QVector<MarkdownLine> items;
        for (; m_at < m_lines.size() && m_lines[m_at].startsWith(u"- "); ++m_at) {
            items.push_back(line_of(m_lines[m_at].mid(2)));
        }
        add(MarkdownBlock::Kind::list, 0, std::move(items));
    }

    void read_table() {
        MarkdownTableBlock table;
        for (const QString& cell : cells_of(m_lines[m_at])) table.head.push_back(line_of(cell));
        const QStringList rules = cells_of(m_lines[m_at + 1]);
        for (qsizetype i = 0; i < table.head.size(); ++i) {
            table.is_number.push_back(i < rules.size() && rules[i].endsWith(u':'));
        }
        for (m_at += 2; m_at < m_lines.size() && m_lines[m_at].startsWith(u'|'); ++m_at) {
            QVector<MarkdownLine> row;
            for (const QString& cell : cells_of(m_lines[m_at])) row.push_back(line_of(cell));
            row.resize(table.head.size());
            table.rows.push_back(std::move(row));
        }
        m_blocks.push_back({MarkdownBlock::Kind::table, 0, {}, std::move(table)});
    }

    QStringList m_lines;
    qsizetype m_at = 0;
    QVector<MarkdownBlock> m_blocks;
};

}  // namespace

QVector<MarkdownBlock> markdown_blocks(std::string_view markdown) {
    return Reader(QString::fromUtf8(markdown.data(), static_cast<qsizetype>(markdown.size())))
        .blocks();
}

QString plain_text(const MarkdownLine& line) {
    QString text;
    for (const MarkdownSpan& span : line) text += span.text;
    return text;
}

}  // namespace stallscope::app
