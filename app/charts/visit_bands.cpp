// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/visit_bands.h"

#include <QFontMetrics>

#include "charts/series_style.h"

namespace stallscope::app {
namespace {

/// A little of the colour on the paper; opaque, which is drawn many times faster than a blend.
QColor tint(const QColor& colour, const QPalette& palette) {
    constexpr float share = 0.1F;
    const QColor paper = palette.color(QPalette::Base);
    return QColor::fromRgbF(paper.redF() + share * (colour.redF() - paper.redF()),
                            paper.greenF() + share * (colour.greenF() - paper.greenF()),
                            paper.blueF() + share * (colour.blueF() - paper.blueF()));
}

}  // namespace

VisitBands::VisitBands(QCustomPlot* plot) : QCPAbstractItem(plot) {
    setSelectable(false);
    setLayer(QStringLiteral("background"));
}

double VisitBands::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

void VisitBands::draw(QCPPainter* painter) {
    const QRect frame = parentPlot()->axisRect()->rect();
    const QPalette palette = parentPlot()->palette();
    const QFontMetrics metrics(parentPlot()->font());
    painter->setFont(parentPlot()->font());
    painter->setAntialiasing(false);
    int written_to = frame.left() - 1;
    for (const VisitBand& band : bands) {
        const double left = parentPlot()->xAxis->coordToPixel(band.begin_s);
        const double right = parentPlot()->xAxis->coordToPixel(band.end_s);
        if (right < frame.left() || left > frame.right()) continue;
        const QRectF surface(left, frame.top(), std::max(1.0, right - left), frame.height());
        painter->fillRect(surface, tint(series_colour(band.colour, palette), palette));
        const QRect seen = surface.toAlignedRect() & frame;
        const int wide = metrics.horizontalAdvance(band.cell);
        const int text_left = seen.center().x() - wide / 2;
        // A name may stand a little over its band as long as it does not touch another.
        if (text_left <= written_to + 3 || seen.width() < wide / 2) continue;
        painter->setPen(palette.color(QPalette::Text));
        painter->drawText(QRect(text_left - 1, frame.top() + 1, wide + 4, metrics.height()),
                          Qt::AlignLeft | Qt::AlignTop, band.cell);
        written_to = text_left + wide;
    }
}

}  // namespace stallscope::app
