// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace stallscope::app {

/// One time with its tails on a horizontal line.
struct TailRow {
    double y = 0;
    int colour = 0;  ///< number of its series
    double p50 = 0;
    std::optional<double> p95, p99;
};

/// Rows of a dot plot: a disc at P50, a stroke at P95, an open disc at P99, a line through them.
class TailRows final : public QCPAbstractItem {
public:
    explicit TailRows(QCustomPlot* plot);

    std::vector<TailRow> rows;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace stallscope::app
