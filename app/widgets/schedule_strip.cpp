// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/schedule_strip.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QSet>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "charts/series_style.h"
#include "core/counted.h"
#include "core/time_text.h"

namespace stallscope::app {
namespace {

constexpr int cells_with_own_colour = 7;
constexpr double narrowest_lane = 10;

/// Beyond the seventh cell the colours come again, with a pattern.
QBrush brush_of(int cell, const QPalette& palette) {
    const QColor colour = series_colour(cell, palette);
    switch (cell / cells_with_own_colour % 3) {
        case 1:
            return {colour, Qt::Dense4Pattern};
        case 2:
            return {colour, Qt::BDiagPattern};
        default:
            return colour;
    }
}

QColor ink_on(const QColor& colour) {
    return colour.lightnessF() > 0.45 ? Qt::black : Qt::white;
}

QString text_of(const std::string& text) {
    return QString::fromStdString(text);
}

}  // namespace

ScheduleStrip::ScheduleStrip(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Schedule"));
}

void ScheduleStrip::set_schedule(const std::vector<ScheduledVisit>& visits,
                                 const QStringList& cells, const QStringList& conditions) {
    m_is_outdated = visits.empty();
    m_current = -1;
    if (!m_is_outdated) {
        m_visits = visits;
        m_cells = cells;
        m_conditions = conditions;
        m_seconds = planned_seconds(visits);
    }
    tell();
    updateGeometry();
    update();
}

void ScheduleStrip::tell() {
    const QString all =
        m_is_outdated
            ? tr("No visits: the experiment has problems.")
            : counted(static_cast<qint64>(m_visits.size()), tr("%1 visit"), tr("%1 visits")) +
                  QStringLiteral(", ") + counted(m_cells.size(), tr("%1 cell"), tr("%1 cells")) +
                  QStringLiteral(", ") +
                  counted(m_conditions.size(), tr("%1 condition"), tr("%1 conditions")) +
                  QStringLiteral(", ") + tr("about %1").arg(duration_text(m_seconds));
    setAccessibleDescription(m_current < 0 ? all : visit_text(m_current));
}

int ScheduleStrip::lanes() const {
    const auto conditions = static_cast<int>(m_conditions.size());
    return conditions <= most_lanes ? std::max(1, conditions) : 1;
}

int ScheduleStrip::lane_of(const ScheduledVisit& visit) const {
    return lanes() == 1
               ? 0
               : std::max(0, static_cast<int>(m_conditions.indexOf(text_of(visit.condition))));
}

double ScheduleStrip::lane_height() const {
    return std::max(narrowest_lane, fontMetrics().height() + 3.0);
}

QSize ScheduleStrip::sizeHint() const {
    const int line = fontMetrics().height();
    return {600, static_cast<int>(lanes() * lane_height()) + 2 * line + 8};
}

QSize ScheduleStrip::minimumSizeHint() const {
    return {200, sizeHint().height()};
}

QRectF ScheduleStrip::field() const {
    int names = 0;
    if (lanes() > 1) {
        for (const QString& condition : m_conditions)
            names = std::max(names, fontMetrics().horizontalAdvance(condition));
        names = std::min(names, width() / 4) + 8;
    }
    const double top = fontMetrics().height() + 2;
    return {double(names), top, std::max(10.0, double(width() - names)), lanes() * lane_height()};
}

QRectF ScheduleStrip::place_of(int visit) const {
    if (visit < 0 || visit >= static_cast<int>(m_visits.size()) || m_seconds <= 0) return {};
    const ScheduledVisit& one = m_visits[static_cast<std::size_t>(visit)];
    const QRectF all = field();
    const double scale = all.width() / m_seconds;
    return {all.left() + one.planned_start_s * scale, all.top() + lane_of(one) * lane_height(),
            std::max(1.0, one.planned_s * scale), lane_height() - 1};
}

int ScheduleStrip::visit_at(const QPoint& point) const {
    const QRectF all = field();
    if (m_is_outdated || m_seconds <= 0 || !all.contains(point)) return -1;
    const double at = (point.x() + 0.5 - all.left()) / all.width() * m_seconds;
    const auto after = std::upper_bound(
        m_visits.begin(), m_visits.end(), at,
        [](double time, const ScheduledVisit& visit) { return time < visit.planned_start_s; });
    if (after == m_visits.begin()) return -1;
    const int visit = static_cast<int>(after - m_visits.begin()) - 1;
    // Lanes of other conditions are empty at that time; a hair beside a thin visit still counts.
    return place_of(visit).adjusted(-1, 0, 1, 1).contains(point) ? visit : -1;
}

QString ScheduleStrip::visit_text(int visit) const {
    if (visit < 0 || visit >= static_cast<int>(m_visits.size())) return {};
    const ScheduledVisit& one = m_visits[static_cast<std::size_t>(visit)];
    QString cycle = tr("cycle %1").arg(one.cycle + 1);
    if (one.half == 1) cycle += tr(", first half");
    if (one.half == 2) cycle += tr(", second half");
    return tr("Visit %1 of %2: cell %3, condition %4, %5.\nStarts after %6, takes %7, %8 of it "
              "measured.")
        .arg(visit + 1)
        .arg(m_visits.size())
        .arg(text_of(one.cell), text_of(one.condition), cycle, duration_text(one.planned_start_s))
        .arg(tr("%1 s").arg(one.planned_s, 0, 'f', 1), tr("%1 s").arg(one.window_s, 0, 'g', 4));
}

void ScheduleStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    if (m_visits.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                         tr("The schedule is drawn as soon as the experiment has no problems."));
        return;
    }
    if (m_is_outdated) painter.setOpacity(0.3);
    painter.fillRect(field(), palette().base());
    draw_visits(painter);
    draw_cycles(painter);
    draw_legend(painter);
}

// A hundred thousand visits are a few hundred columns of pixels: each is filled once a lane.
void ScheduleStrip::draw_visits(QPainter& painter) const {
    std::vector<int> filled_to(static_cast<std::size_t>(lanes()), -1);
    QHash<QString, int> number;
    for (const QString& cell : m_cells) number.insert(cell, static_cast<int>(number.size()));
    for (std::size_t i = 0; i < m_visits.size(); ++i) {
        const QRectF place = place_of(static_cast<int>(i));
        int& filled = filled_to[static_cast<std::size_t>(lane_of(m_visits[i]))];
        const auto last = static_cast<int>(place.right());
        if (last <= filled) continue;
        filled = last;
        const QString cell = text_of(m_visits[i].cell);
        const int n = number.value(cell);
        const QBrush brush = brush_of(n, palette());
        painter.fillRect(place.width() > 3 ? place.adjusted(0, 0, -1, 0) : place, brush);
        if (fontMetrics().horizontalAdvance(cell) + 4 < place.width()) {
            painter.setPen(brush.style() == Qt::SolidPattern ? ink_on(brush.color())
                                                             : palette().color(QPalette::Text));
            painter.drawText(place, Qt::AlignCenter, cell);
        }
    }
    if (m_current >= 0) {
        painter.setPen(QPen(palette().color(QPalette::Text), 2));
        painter.drawRect(place_of(m_current));
    }
    const QRectF all = field();
    painter.setPen(palette().color(QPalette::WindowText));
    for (int lane = 0; lanes() > 1 && lane < lanes(); ++lane) {
        const QRectF name(0, all.top() + lane * lane_height(), all.left() - 6, lane_height());
        painter.drawText(name, Qt::AlignRight | Qt::AlignVCenter,
                         fontMetrics().elidedText(m_conditions.at(lane), Qt::ElideRight,
                                                  static_cast<int>(name.width())));
    }
}

void ScheduleStrip::draw_cycles(QPainter& painter) const {
    const QRectF all = field();
    const double scale = all.width() / m_seconds;
    const QColor ink = palette().color(QPalette::WindowText);
    int cycle = -1;
    double next_label = all.left();
    for (const ScheduledVisit& visit : m_visits) {
        if (visit.cycle == cycle) continue;
        cycle = visit.cycle;
        const double x = all.left() + visit.planned_start_s * scale;
        const QString label = tr("cycle %1").arg(cycle + 1);
        if (x < next_label && cycle > 0) continue;
        painter.setPen(ink);
        painter.drawLine(QPointF(x, 2), QPointF(x, all.bottom()));
        painter.drawText(QPointF(x + 4, fontMetrics().ascent()), label);
        next_label = x + fontMetrics().horizontalAdvance(label) + 12;
    }
}

void ScheduleStrip::draw_legend(QPainter& painter) const {
    const QRectF all = field();
    const double top = all.bottom() + 4;
    const int side = fontMetrics().ascent() - 1;
    double x = all.left();
    for (qsizetype i = 0; i < m_cells.size(); ++i) {
        const double wide = side + 4 + fontMetrics().horizontalAdvance(m_cells.at(i)) + 14;
        painter.setPen(palette().color(QPalette::WindowText));
        if (x + wide > width() - 30 && i + 1 < m_cells.size()) {
            painter.drawText(QPointF(x, top + fontMetrics().ascent()),
                             tr("and %1 more").arg(m_cells.size() - i));
            break;
        }
        painter.fillRect(QRectF(x, top + 2, side, side), brush_of(static_cast<int>(i), palette()));
        painter.drawText(QPointF(x + side + 4, top + fontMetrics().ascent()), m_cells.at(i));
        x += wide;
    }
}

bool ScheduleStrip::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int visit = visit_at(help->pos());
    if (visit < 0) {
        QToolTip::hideText();
    } else {
        QToolTip::showText(help->globalPos(), visit_text(visit), this,
                           place_of(visit).toAlignedRect());
    }
    return true;
}

void ScheduleStrip::keyPressEvent(QKeyEvent* event) {
    const int last = m_is_outdated ? -1 : static_cast<int>(m_visits.size()) - 1;
    if (last < 0 || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right)) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_current = std::clamp(m_current + (event->key() == Qt::Key_Right ? 1 : -1), 0, last);
    const QRect place = place_of(m_current).toAlignedRect();
    QToolTip::showText(mapToGlobal(place.bottomLeft()), visit_text(m_current), this);
    tell();
    update();
}

}  // namespace stallscope::app
