// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/bar_rows.h"

#include <QFontMetrics>
#include <algorithm>
#include <cmath>

#include "charts/bar_fill.h"

namespace stallscope::app {
namespace {

constexpr double thickness = 0.76;  ///< of a row
constexpr double thickest = 40;     ///< px, of one bar

double length_of(const Bar& bar) {
    double length = 0;
    for (const BarSegment& segment : bar.segments) length += segment.length;
    return length;
}

}  // namespace

BarRows::BarRows(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
}

double BarRows::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

double BarRows::x_with_room() const {
    // The texts behind the ends keep their width however long the bars are drawn.
    const QFontMetrics metrics(parentPlot()->font());
    const QMargins margins = parentPlot()->axisRect()->margins();
    const double width =
        std::max(40, parentPlot()->viewport().width() - margins.left() - margins.right());
    double needed = 0;
    for (const BarRow& row : rows) {
        for (const Bar& bar : row.bars) {
            const double text =
                bar.end_text.isEmpty() ? 0 : metrics.horizontalAdvance(bar.end_text) + 10;
            needed = std::max(needed, length_of(bar) * width / std::max(width * 0.3, width - text));
        }
    }
    return needed;
}

void BarRows::draw_bar(QCPPainter* painter, const Bar& bar, double top, double height) const {
    const QCPAxis& x = *parentPlot()->xAxis;
    const QFontMetrics metrics(parentPlot()->font());
    const QColor ink = parentPlot()->palette().color(QPalette::Text);
    double end = 0;
    for (const BarSegment& segment : bar.segments) {
        const double left = x.coordToPixel(end);
        end += segment.length;
        const QRectF box(left, top, x.coordToPixel(end) - left, height);
        fill_bar(*painter, box, segment.colour, segment.pattern);
        if (metrics.horizontalAdvance(segment.text) + 6 > box.width()) continue;
        if (metrics.height() > box.height() + 4) continue;
        if (segment.pattern != Qt::SolidPattern) {
            // The pattern would run through the figures.
            QRectF behind(0, 0, metrics.horizontalAdvance(segment.text) + 6, metrics.height());
            behind.moveCenter(box.center());
            painter->fillRect(behind & box, segment.colour);
        }
        painter->setPen(ink_on(segment.colour));
        painter->drawText(box, Qt::AlignCenter, segment.text);
    }
    painter->setPen(ink);
    const QRectF behind(x.coordToPixel(end) + 5, top, 4096, height);
    painter->drawText(behind, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, bar.end_text);
}

void BarRows::draw(QCPPainter* painter) {
    painter->setFont(parentPlot()->font());
    painter->setAntialiasing(false);
    const QCPAxis& y = *parentPlot()->yAxis;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto count = static_cast<double>(rows[i].bars.size());
        if (count == 0) continue;
        const double middle = y.coordToPixel(static_cast<double>(i));
        const double room = std::abs(y.coordToPixel(static_cast<double>(i) + 1) - middle);
        const double each = std::min(room * thickness / count, thickest);
        double top = middle - each * count / 2;
        for (const Bar& bar : rows[i].bars) {
            draw_bar(painter, bar, top + 1, each - 2);
            top += each;
        }
    }
}

}  // namespace stallscope::app
