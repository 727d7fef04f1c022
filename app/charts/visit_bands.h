// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace stallscope::app {

/// One window on the time axis of the run.
struct VisitBand {
    double begin_s = 0, end_s = 0;
    QString cell;
    int colour = 0;  ///< number of the cell's series
};

/// The windows of a run behind a chart over time: a faint band each, with the cell's name on top
/// where there is room for it.
class VisitBands final : public QCPAbstractItem {
public:
    explicit VisitBands(QCustomPlot* plot);

    std::vector<VisitBand> bands;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace stallscope::app
