// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <optional>

#include "charts/chart.h"

namespace stallscope::app {

/// Links the charts of a page: where one's pointer is, the others with the same x axis draw their
/// cursor; they share the markers, and those over time share the visible range and follow mode.
/// Charts with XAxis::other are left alone: their x is their own.
class LinkedCursor final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// From now on these; charts that were linked before and are not among them are let go.
    void set_charts(const QList<Chart*>& charts);

private:
    QList<Chart*> linked_with(const Chart& chart) const;
    void move_cursor(const Chart& from, std::optional<double> x);
    void copy_markers(const Chart& from);
    void copy_range(const Chart& from, double low, double high);
    void copy_follow(const Chart& from, bool follows);

    QList<QPointer<Chart>> m_charts;
    bool m_copying = false;
};

}  // namespace stallscope::app
