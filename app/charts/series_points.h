// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "core/time_series.h"

namespace stallscope::app {

/// The values of several series over x: a mark for each where few are in view, else from the
/// smallest to the largest in every column of pixels.
class SeriesPoints final : public QCPAbstractItem {
public:
    explicit SeriesPoints(QCustomPlot* plot);

    /// More values in view than this are drawn as columns.
    static constexpr std::size_t most_marks = 6000;

    std::vector<const TimeSeries*> series;  ///< the nth in the nth colour; all outlive the drawing

    std::size_t in_view() const;
    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_marks(QCPPainter* painter, int n) const;
    void draw_columns(QCPPainter* painter, int n) const;
};

}  // namespace stallscope::app
