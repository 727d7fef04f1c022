// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <vector>

#include "plan/schedule.h"

namespace stallscope::app {

/// The visits of a run in their time: a lane per condition, coloured and named by cell, with the
/// cycles above. A tooltip tells each visit; Left and Right walk through them.
class ScheduleStrip final : public QWidget {
    Q_OBJECT

public:
    explicit ScheduleStrip(QWidget* parent = nullptr);

    /// `cells` and `conditions` in the experiment's order. Without visits the last ones that could
    /// be planned stay, dimmed: a fault that is being typed makes nothing jump.
    void set_schedule(const std::vector<ScheduledVisit>& visits, const QStringList& cells,
                      const QStringList& conditions);

    /// The place in the schedule of what is drawn there, −1 between visits.
    int visit_at(const QPoint& point) const;
    QRectF place_of(int visit) const;
    QString visit_text(int visit) const;  ///< cell, condition, cycle, start and length

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int most_lanes = 6;  ///< more conditions than that share one

    int lanes() const;
    int lane_of(const ScheduledVisit& visit) const;
    QRectF field() const;  ///< without names, cycles and legend
    double lane_height() const;
    void draw_visits(QPainter& painter) const;
    void draw_cycles(QPainter& painter) const;
    void draw_legend(QPainter& painter) const;
    void tell();

    std::vector<ScheduledVisit> m_visits;
    QStringList m_cells, m_conditions;
    double m_seconds = 0;
    bool m_is_outdated = false;
    int m_current = -1;  ///< walked to with the keys
};

}  // namespace stallscope::app
