// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <memory>

#include "core/markdown_blocks.h"

class QPaintDevice;
class QPainter;
class QTextLayout;

namespace stallscope::app {

struct PaperStyle {
    double points = 8.5;
    bool is_bold = false;
    QColor ink = Qt::black;
    Qt::Alignment alignment = Qt::AlignLeft;
};

/// Lines of text set for a device of paper, in its dots. Everything in the text is visible
/// (core/visible_text.h); a word that is too long is broken.
class PaperText {
public:
    PaperText(const MarkdownLine& line, const PaperStyle& style, double width,
              QPaintDevice& device);
    ~PaperText();
    PaperText(PaperText&&) noexcept;

    double height() const { return m_height; }
    double line_height() const { return m_line_height; }
    void draw(QPainter& painter, QPointF at) const;

    /// Width in one line, and that of the longest word.
    static double natural_width(const MarkdownLine& line, const PaperStyle& style,
                                QPaintDevice& device);
    static double longest_word(const MarkdownLine& line, const PaperStyle& style,
                               QPaintDevice& device);

private:
    std::unique_ptr<QTextLayout> m_layout;
    QColor m_ink;
    double m_height = 0, m_line_height = 0;
};

}  // namespace stallscope::app
