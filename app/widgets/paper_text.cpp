// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/paper_text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

#include "core/visible_text.h"

namespace stallscope::app {
namespace {

QFont font_of(const PaperStyle& style) {
    QFont font(QStringLiteral("DejaVu Sans"));
    font.setPointSizeF(style.points);
    font.setBold(style.is_bold);
    font.setHintingPreference(QFont::PreferNoHinting);  // widths that are no whole dots
    return font;
}

QTextCharFormat format_of(MarkdownSpan::Manner manner) {
    QTextCharFormat format;
    if (manner == MarkdownSpan::Manner::strong) format.setFontWeight(QFont::Bold);
    if (manner == MarkdownSpan::Manner::emphasis) format.setFontItalic(true);
    if (manner == MarkdownSpan::Manner::code) {
        format.setFontFamilies({QStringLiteral("DejaVu Sans Mono")});
    }
    return format;
}

bool is_strong(const MarkdownLine& line) {
    return std::any_of(line.begin(), line.end(), [](const MarkdownSpan& span) {
        return span.manner == MarkdownSpan::Manner::strong;
    });
}

/// Bold where any of it is: a little too wide is better than a broken line.
QFontMetricsF metrics_of(const MarkdownLine& line, PaperStyle style, QPaintDevice& device) {
    style.is_bold = style.is_bold || is_strong(line);
    return QFontMetricsF(font_of(style), &device);
}

}  // namespace

PaperText::PaperText(const MarkdownLine& line, const PaperStyle& style, double width,
                     QPaintDevice& device)
    : m_ink(style.ink) {
    QString text;
    QList<QTextLayout::FormatRange> formats;
    for (const MarkdownSpan& span : line) {
        const QString visible = visible_text(span.text);
        formats.push_back({static_cast<int>(text.size()), static_cast<int>(visible.size()),
                           format_of(span.manner)});
        text += visible;
    }
    m_layout = std::make_unique<QTextLayout>(text, font_of(style), &device);
    m_layout->setFormats(formats);
    QTextOption option(style.alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_layout->setTextOption(option);
    m_layout->beginLayout();
    for (QTextLine next = m_layout->createLine(); next.isValid(); next = m_layout->createLine()) {
        next.setLineWidth(width);
        next.setPosition(QPointF(0, m_height));
        m_line_height = std::max(m_line_height, next.height());
        m_height += next.height();
    }
    m_layout->endLayout();
}

PaperText::~PaperText() = default;
PaperText::PaperText(PaperText&&) noexcept = default;

void PaperText::draw(QPainter& painter, QPointF at) const {
    painter.setPen(m_ink);
    m_layout->draw(&painter, at);
}

double PaperText::natural_width(const MarkdownLine& line, const PaperStyle& style,
                                QPaintDevice& device) {
    return metrics_of(line, style, device).horizontalAdvance(visible_text(plain_text(line)));
}

double PaperText::longest_word(const MarkdownLine& line, const PaperStyle& style,
                               QPaintDevice& device) {
    const QFontMetricsF metrics = metrics_of(line, style, device);
    double longest = 0;
    for (const QString& word : visible_text(plain_text(line)).split(u' ')) {
        longest = std::max(longest, metrics.horizontalAdvance(word));
    }
    return longest;
}

}  // namespace stallscope::app
