// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "core/visit_neighbours.h"

namespace stallscope::app {

/// The other visits of the run, each as a block with its name over all lanes: what is there to zoom
/// into beside the visit whose lanes are drawn.
class TimelineNeighbours final : public QCPAbstractItem {
public:
    explicit TimelineNeighbours(QCustomPlot* plot);

    std::vector<VisitNeighbour> visits;

    /// nullptr where there is none. x in seconds of the shown visit's window.
    const VisitNeighbour* at(double x) const;
    /// The one that holds all of this range.
    const VisitNeighbour* around(double low, double high) const;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace stallscope::app
