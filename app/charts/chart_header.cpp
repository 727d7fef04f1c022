// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_header.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <algorithm>

#include "charts/bar_fill.h"
#include "charts/series_shape.h"

namespace stallscope::app {
namespace {

constexpr int sample = 22;  ///< of a line or a surface, px
constexpr int gap = 6;
constexpr int between = 14;
constexpr int side = 8;
constexpr int most_rows = 4;  ///< of keys: what is drawn matters more

QFont bold(QFont font) {
    font.setBold(true);
    return font;
}

QString more_text(qsizetype keys) {
    return QCoreApplication::translate("ChartHeader", "and %1 more").arg(keys);
}

/// Where each key stands: the rows fill from the left. Where there are too many, those that fit
/// before how many more there are.
QVector<QRect> key_places(const QList<SeriesKey>& keys, const QFontMetrics& metrics, int width) {
    QVector<QRect> places;
    const int more = metrics.horizontalAdvance(more_text(keys.size())) + between;
    const int row = metrics.height() + 2;
    int x = 0;
    int y = 0;
    for (const SeriesKey& key : keys) {
        const int text = metrics.horizontalAdvance(key.name) + 2;
        const int wanted = std::min(sample + gap + text, width);
        if (x > 0 && x + wanted > width) {
            x = 0;
            y += row;
        }
        places.append({x, y, wanted, row});
        x += wanted + between;
    }
    if (places.isEmpty() || places.last().y() < most_rows * row) return places;
    constexpr int last_row = most_rows - 1;
    while (places.last().y() > last_row * row ||
           (places.last().y() == last_row * row && places.last().right() + more > width)) {
        places.removeLast();
        if (places.isEmpty()) break;
    }
    return places;
}

void draw_sample(QCPPainter& painter, const SeriesKey& key, const QRect& place) {
    painter.setPen(key.pen);
    if (key.mark >= 0) {
        draw_shapes(painter, key.mark, key.pen.color(), {QRectF(place).center()}, 7);
    } else if (key.brush.style() == Qt::NoBrush) {
        painter.setAntialiasing(true);
        painter.drawLine(
            QLineF(place.left(), place.center().y(), place.right(), place.center().y()));
    } else {
        fill_bar(painter, place.adjusted(0, 3, 0, -3), key.brush.color(), key.brush.style());
    }
}

}  // namespace

ChartHeader::ChartHeader(QCustomPlot* plot) : QCPLayoutElement(plot) {}

int ChartHeader::height_for(int width) const {
    const QFont font = parentPlot()->font();
    int height = QFontMetrics(bold(font)).height() + 8;
    const auto places = key_places(keys, QFontMetrics(font), width - 2 * side);
    if (places.size() < keys.size()) {
        height += most_rows * (QFontMetrics(font).height() + 2) + 3;
    } else if (!places.isEmpty()) {
        height += places.last().bottom() + 4;
    }
    return height;
}

QSize ChartHeader::minimumOuterSizeHint() const {
    return {0, height_for(parentPlot()->viewport().width())};
}

QSize ChartHeader::maximumOuterSizeHint() const {
    return {QWIDGETSIZE_MAX, height_for(parentPlot()->viewport().width())};
}

void ChartHeader::applyDefaultAntialiasingHint(QCPPainter* painter) const {
    applyAntialiasingHint(painter, false, QCP::aeOther);
}

void ChartHeader::draw(QCPPainter* painter) {
    const QFont font = parentPlot()->font();
    const QRect row = rect().adjusted(side, 4, -side, 0);
    const QFontMetrics small(font);
    const QFontMetrics large(bold(font));
    const int count_width = std::min(small.horizontalAdvance(count) + 2, row.width() / 2);
    painter->setPen(ink);
    painter->setFont(bold(font));
    painter->drawText(QRect(row.left(), row.top(), row.width() - count_width - gap, large.height()),
                      Qt::AlignLeft | Qt::AlignVCenter,
                      large.elidedText(title, Qt::ElideRight, row.width() - count_width - gap));
    painter->setFont(font);
    painter->drawText(QRect(row.right() - count_width, row.top(), count_width + 1, large.height()),
                      Qt::AlignRight | Qt::AlignVCenter,
                      small.elidedText(count, Qt::ElideRight, count_width));
    const auto places = key_places(keys, small, row.width());
    for (qsizetype i = 0; i < places.size(); ++i) {
        const QRect place = places[i].translated(row.left(), row.top() + large.height() + 4);
        draw_sample(*painter, keys[i], QRect(place.left(), place.top(), sample, place.height()));
        const QRect text = place.adjusted(sample + gap, 0, 0, 0);
        painter->setPen(ink);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                          small.elidedText(keys[i].name, Qt::ElideRight, text.width()));
    }
    if (places.size() == keys.size()) return;
    const int below = row.top() + large.height() + 4 + (most_rows - 1) * (small.height() + 2);
    const bool shares_row = !places.isEmpty() && places.last().y() > 0 &&
                            places.last().y() == (most_rows - 1) * (small.height() + 2);
    const int left = row.left() + (shares_row ? places.last().right() + between : 0);
    painter->drawText(QRect(left, below, row.right() - left, small.height() + 2),
                      Qt::AlignLeft | Qt::AlignVCenter, more_text(keys.size() - places.size()));
}

}  // namespace stallscope::app
