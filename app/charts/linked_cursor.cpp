// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/linked_cursor.h"

#include <QScopedValueRollback>

namespace stallscope::app {
namespace {

bool shares_range(const Chart& chart) {
    return chart.x_axis() == XAxis::run_seconds || chart.x_axis() == XAxis::window_seconds;
}

}  // namespace

void LinkedCursor::set_charts(const QList<Chart*>& charts) {
    for (const QPointer<Chart>& chart : m_charts) {
        if (chart) chart->disconnect(this);
    }
    m_charts.clear();
    for (Chart* chart : charts) {
        if (chart->x_axis() == XAxis::other) continue;
        m_charts.append(chart);
        connect(chart, &Chart::cursor_moved, this,
                [this, chart](std::optional<double> x) { move_cursor(*chart, x); });
        connect(chart, &Chart::markers_changed, this, [this, chart] { copy_markers(*chart); });
        if (!shares_range(*chart)) continue;
        connect(chart, &Chart::range_changed, this,
                [this, chart](double low, double high) { copy_range(*chart, low, high); });
        connect(chart, &Chart::follow_changed, this,
                [this, chart](bool follows) { copy_follow(*chart, follows); });
    }
}

QList<Chart*> LinkedCursor::linked_with(const Chart& chart) const {
    QList<Chart*> others;
    for (const QPointer<Chart>& other : m_charts) {
        if (other && other != &chart && other->x_axis() == chart.x_axis()) others.append(other);
    }
    return others;
}

void LinkedCursor::move_cursor(const Chart& from, std::optional<double> x) {
    const QList<Chart*> others = linked_with(from);
    for (Chart* other : others) other->set_cursor(x);
}

void LinkedCursor::copy_markers(const Chart& from) {
    if (m_copying) return;
    const QScopedValueRollback guard(m_copying, true);
    const QList<Chart*> others = linked_with(from);
    for (Chart* other : others) {
        other->set_marker_a(from.marker_a());
        other->set_marker_b(from.marker_b());
    }
}

void LinkedCursor::copy_range(const Chart& from, double low, double high) {
    const QList<Chart*> others = linked_with(from);
    for (Chart* other : others) other->set_x_range(low, high);
}

// Leaving follow mode travels with the range that was left it for.
void LinkedCursor::copy_follow(const Chart& from, bool follows) {
    if (m_copying || !follows) return;
    const QScopedValueRollback guard(m_copying, true);
    const QList<Chart*> others = linked_with(from);
    for (Chart* other : others) other->set_follow(true);
}

}  // namespace stallscope::app
