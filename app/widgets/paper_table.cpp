// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paper_table.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

#include "core/verdict_words.h"
#include "widgets/paper_colours.h"
#include "widgets/paper_text.h"

namespace stallscope::app {
namespace {

using Row = QVector<MarkdownLine>;

double sum(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// A table being set: sizes in dots of the device.
class Setter {
public:
    Setter(const MarkdownTableBlock& table, double width, QPaintDevice& device)
        : m_table(table),
          m_device(device),
          m_point(device.logicalDpiY() / 72.0),
          m_text_points(table.head.size() > 9   ? 5.8
                        : table.head.size() > 7 ? 6.6
                                                : 7.5),
          m_width(width) {
        set_widths();
    }

    std::vector<PaperPiece> pieces() {
        const auto head = std::make_shared<const PaperPiece>(piece_of(m_table.head, true, {}));
        std::vector<PaperPiece> pieces = {*head};
        for (const Row& row : m_table.rows) pieces.push_back(piece_of(row, false, head));
        if (!pieces.empty()) pieces.front().space_before = 4 * m_point;
        return pieces;
    }

private:
    PaperStyle style(qsizetype column, bool is_head) const {
        PaperStyle style;
        style.points = m_text_points;
        style.is_bold = is_head;
        if (m_table.is_number[column]) style.alignment = Qt::AlignRight;
        return style;
    }

    void set_widths() {
        const double gap = this->gap();
        const auto columns = static_cast<std::size_t>(m_table.head.size());
        std::vector<double> natural(columns), word(columns), least(columns);
        for (std::size_t i = 0; i < columns; ++i) {
            const auto column = static_cast<qsizetype>(i);
            natural[i] = word[i] =
                PaperText::longest_word(m_table.head[column], style(column, true), m_device);
            for (const Row& row : m_table.rows) {
                PaperStyle cell = style(column, false);
                MarkdownLine line = row[column];
                mark_verdict(column, line, cell);
                natural[i] = std::max(natural[i], PaperText::natural_width(line, cell, m_device));
                word[i] = std::max(word[i], PaperText::longest_word(line, cell, m_device));
            }
            // Layout rounds; without a little room the last letter goes to the next line.
            natural[i] += gap + m_point;
            word[i] = std::min(word[i] + gap + m_point, m_width / 4);
            least[i] = m_table.is_number[column] ? natural[i] : word[i];
        }
        m_widths = column_widths(natural, sum(least) <= m_width ? least : word, m_width);
    }

    double gap() const { return 5 * m_point; }

    PaperPiece piece_of(const Row& row, bool is_head, std::shared_ptr<const PaperPiece> head) {
        auto texts = std::make_shared<std::vector<PaperText>>();
        PaperPiece piece;
        for (qsizetype i = 0; i < row.size(); ++i) {
            PaperStyle cell = style(i, is_head);
            MarkdownLine line = row[i];
            if (!is_head) mark_verdict(i, line, cell);
            const double width = m_widths[static_cast<std::size_t>(i)] - gap();
            texts->emplace_back(line, cell, width, m_device);
            piece.height = std::max(piece.height, texts->back().height());
            piece.line_height = std::max(piece.line_height, texts->back().line_height());
        }
        const double above = 1.5 * m_point;
        piece.height += 2 * above;
        piece.keeps_next = is_head;
        piece.head = std::move(head);
        const double bottom = piece.height;
        piece.draw = [texts, widths = m_widths, total = sum(m_widths), above, bottom, is_head,
                      thin = 0.5 * m_point](QPainter& painter, double top) {
            double x = 0;
            for (std::size_t i = 0; i < texts->size(); ++i) {
                (*texts)[i].draw(painter, QPointF(x, top + above));
                x += widths[i];
            }
            painter.setPen(QPen(is_head ? paper_quiet : paper_rule, thin));
            painter.drawLine(QPointF(0, top + bottom), QPointF(total, top + bottom));
        };
        return piece;
    }

    /// A word of a criterion gets its sign and its colour.
    void mark_verdict(qsizetype column, MarkdownLine& line, PaperStyle& style) const {
        if (!is_verdict_column(plain_text(m_table.head[column]))) return;
        const QString status = verdict_status_of(plain_text(line));
        if (status.isEmpty()) return;
        line.prepend({MarkdownSpan::Manner::plain, verdict_sign(status) + QChar::Nbsp});
        style.is_bold = true;
        style.ink = paper_verdict_ink(status);
    }

    const MarkdownTableBlock& m_table;
    QPaintDevice& m_device;
    double m_point, m_text_points, m_width;
    std::vector<double> m_widths;
};

}  // namespace

std::vector<double> column_widths(const std::vector<double>& natural,
                                  const std::vector<double>& least, double width) {
    const double wanted = sum(natural);
    if (wanted <= width) return natural;
    const double needed = sum(least);
    std::vector<double> widths = least;
    // Not even the longest words fit: all give the same share, and words are broken.
    const double factor = needed > width ? width / needed : 1;
    const double share = needed < width ? (width - needed) / (wanted - needed) : 0;
    for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i] = least[i] * factor + (natural[i] - least[i]) * share;
    }
    return widths;
}

std::vector<PaperPiece> paper_table(const MarkdownTableBlock& table, double width,
                                    QPaintDevice& device) {
    return Setter(table, width, device).pieces();
}

}  // namespace stallscope::app
