// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/forest_rows.h"

#include <QFontMetrics>
#include <algorithm>

#include "charts/fitted_text.h"
#include "charts/series_style.h"

namespace stallscope::app {
namespace {

constexpr int side = 8;
constexpr double cap = 4;     ///< half of an interval's end, px
constexpr double square = 7;  ///< of the value, px

}  // namespace

ForestRows::ForestRows(QCustomPlot* plot, QCPAxisRect* axes) : QCPAbstractItem(plot), m_axes(axes) {
    setClipToAxisRect(false);
    setSelectable(false);
}

double ForestRows::selectTest(const QPointF&, bool, QVariant*) const {
    return -1;
}

int ForestRows::left_width(int plot_width) {
    return std::clamp(plot_width * 32 / 100, 60, 330);
}

int ForestRows::right_width(int plot_width) {
    return std::clamp(plot_width * 40 / 100, 60, 280);
}

QRectF ForestRows::band(std::size_t row) const {
    const QRect frame = m_axes->rect();
    const double height = static_cast<double>(frame.height()) / static_cast<double>(rows.size());
    return {static_cast<double>(frame.left()), frame.top() + static_cast<double>(row) * height,
            static_cast<double>(frame.width()), height};
}

int ForestRows::row_at(double pixel_y) const {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QRectF here = band(i);
        if (pixel_y >= here.top() && pixel_y < here.bottom()) return static_cast<int>(i);
    }
    return -1;
}

void ForestRows::draw_texts(QCPPainter* painter, const ForestRow& row, const QRectF& band) const {
    const QRect page = parentPlot()->viewport();
    const QColor ink = parentPlot()->palette().color(QPalette::Text);
    const QFont plain = parentPlot()->font();
    QFont bold = plain;
    bold.setBold(true);
    const QFontMetrics metrics(plain);
    const QRect left(page.left() + side, qRound(band.top()) + 1, qRound(band.left()) - 2 * side,
                     qRound(band.height()) - 2);
    painter->setPen(ink);
    painter->setFont(plain);
    painter->drawText(left, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap,
                      fitted_text(row.says, metrics, left.size()));
    const int text_left = qRound(band.right()) + side;
    const QRect right(text_left, qRound(band.top()) + 1, page.right() - side - text_left,
                      qRound(band.height()) - 2);
    const QFontMetrics wide(bold);
    const bool two_lines = right.height() >= wide.height() + metrics.height();
    const int lines = two_lines ? wide.height() + metrics.height() : wide.height();
    const QString& word = two_lines ? row.word : row.short_word;
    QRect first(right.left(), right.center().y() - lines / 2, right.width(), wide.height());
    painter->setFont(bold);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                      wide.elidedText(word, Qt::ElideRight, first.width()));
    if (two_lines) {
        first.translate(0, wide.height());
    } else {
        first.setLeft(first.left() + wide.horizontalAdvance(word) + side);
    }
    const QString& figures = two_lines ? row.figures : row.short_figures;
    painter->setFont(plain);
    painter->drawText(first, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(figures, Qt::ElideRight, first.width()));
}

void ForestRows::draw_interval(QCPPainter* painter, const ForestRow& row,
                               const QRectF& band) const {
    const QCPAxis& x = *m_axes->axis(QCPAxis::atBottom);
    const double y = band.center().y();
    const QColor colour = status_colour(row.status, parentPlot()->palette());
    const QColor ink = parentPlot()->palette().color(QPalette::Text);
    painter->save();
    painter->setClipRect(m_axes->rect(), Qt::IntersectClip);
    painter->setAntialiasing(true);
    if (row.bound) {
        const double at = x.coordToPixel(*row.bound);
        painter->setPen(QPen(ink, 1.4, Qt::DashLine));
        painter->drawLine(QLineF(at, band.top() + 2, at, band.bottom() - 2));
    }
    if (row.low && row.high) {
        const double from = x.coordToPixel(*row.low);
        const double to = x.coordToPixel(*row.high);
        painter->setPen(QPen(colour, 1.4));
        painter->drawLine(QLineF(from, y, to, y));
        painter->drawLine(QLineF(from, y - cap, from, y + cap));
        painter->drawLine(QLineF(to, y - cap, to, y + cap));
    }
    if (row.low95 && row.high95) {
        painter->setPen(QPen(colour, 3.5, Qt::SolidLine, Qt::FlatCap));
        painter->drawLine(QLineF(x.coordToPixel(*row.low95), y, x.coordToPixel(*row.high95), y));
    }
    if (row.value) {
        painter->setPen(QPen(parentPlot()->palette().color(QPalette::Base), 1));
        painter->setBrush(colour);
        const double at = x.coordToPixel(*row.value);
        painter->drawRect(QRectF(at - square / 2, y - square / 2, square, square));
        painter->setBrush(Qt::NoBrush);
    }
    painter->restore();
}

void ForestRows::draw(QCPPainter* painter) {
    if (!m_axes->visible() || rows.empty()) return;
    const QColor faint = m_axes->axis(QCPAxis::atBottom)->grid()->pen().color();
    if (reference) {
        const double at = m_axes->axis(QCPAxis::atBottom)->coordToPixel(*reference);
        if (at >= m_axes->left() && at <= m_axes->right()) {
            painter->setAntialiasing(false);
            painter->setPen(QPen(parentPlot()->palette().color(QPalette::Text), 1));
            painter->drawLine(QLineF(at, m_axes->top(), at, m_axes->bottom()));
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const QRectF here = band(i);
        if (i > 0) {
            const QRect page = parentPlot()->viewport();
            painter->setAntialiasing(false);
            painter->setPen(QPen(faint, 1));
            painter->drawLine(
                QLineF(page.left() + side, here.top(), page.right() - side, here.top()));
        }
        draw_interval(painter, rows[i], here);
        draw_texts(painter, rows[i], here);
    }
}

}  // namespace stallscope::app
