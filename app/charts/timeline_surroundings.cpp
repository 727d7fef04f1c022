// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_surroundings.h"

#include <QCoreApplication>
#include <QFontMetrics>

#include "charts/series_style.h"

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("TimelineChart", text);
}

QColor faded(QColor colour, float alpha) {
    colour.setAlphaF(alpha);
    return colour;
}

/// From … to in whole pixels, at least partly in view; empty otherwise.
QRect columns(const TimelineView& view, double from_ns, double to_ns) {
    if (to_ns <= view.from_ns || from_ns >= view.to_ns) return {};
    const int left = view.column(from_ns);
    return QRect(left, view.frame.top(), view.column(to_ns) - left, view.frame.height()) &
           view.frame;
}

void paint_outside(QPainter& painter, const QRect& area, const QString& name,
                   const TimelineView& view) {
    if (area.width() <= 0) return;
    const QColor ink = view.palette.color(QPalette::Text);
    painter.fillRect(area, faded(ink, 0.07F));
    const QFontMetrics metrics(painter.font());
    if (metrics.horizontalAdvance(name) + 8 > area.width()) return;
    painter.setPen(faded(ink, 0.6F));
    painter.drawText(area.adjusted(4, 0, -4, -2), Qt::AlignLeft | Qt::AlignBottom, name);
}

}  // namespace

void paint_window(QPainter& painter, const VisitFrame& frame, const TimelineView& view) {
    const auto window = static_cast<double>(frame.window_ns);
    const double warm_up = -static_cast<double>(frame.warm_up_ns);
    const QColor ink = view.palette.color(QPalette::Text);
    paint_outside(painter, columns(view, std::min(view.from_ns, warm_up), warm_up), words("lead"),
                  view);
    paint_outside(painter, columns(view, warm_up, 0), words("warm-up, discarded"), view);
    paint_outside(painter, columns(view, window, std::max(view.to_ns, window)),
                  words("after the window"), view);
    for (int part = 0; part <= frame.parts; ++part) {
        const double at = window * part / std::max(1, frame.parts);
        if (at < view.from_ns || at > view.to_ns) continue;
        const bool is_edge = part == 0 || part == frame.parts;
        painter.setPen(
            QPen(faded(ink, is_edge ? 0.8F : 0.25F), 1, is_edge ? Qt::SolidLine : Qt::DashLine));
        painter.drawLine(QPoint(view.column(at), view.frame.top()),
                         QPoint(view.column(at), view.frame.bottom()));
    }
}

void paint_band(QPainter& painter, const TimelineBand& band, const QRect& room,
                const TimelineView& view) {
    const QColor colour = series_colour(2, view.palette);
    painter.fillRect(room, faded(view.palette.color(QPalette::Text), 0.05F));
    QVector<QRect> steps;
    for (std::size_t i = 0; i < band.at.size(); ++i) {
        const bool is_last = i + 1 == band.at.size();
        const auto from = static_cast<double>(band.at[i]);
        const double to = is_last ? from + 1 : static_cast<double>(band.at[i + 1]);
        if (to < view.from_ns || from > view.to_ns) continue;
        const int height =
            static_cast<int>(std::lround(band.value[i] / band.top * (room.height() - 1)));
        const int left = view.column(from);
        steps.append(
            QRect(left, room.bottom() - height, std::max(2, view.column(to) - left), height + 1));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(faded(colour, 0.75F));
    painter.drawRects(steps);
    const QString top = QStringLiteral("0 … %L1 %2").arg(band.top).arg(band.unit).trimmed();
    painter.setPen(faded(view.palette.color(QPalette::Text), 0.75F));
    painter.drawText(room.adjusted(4, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter, top);
}

}  // namespace stallscope::app
