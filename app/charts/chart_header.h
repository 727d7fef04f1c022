// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include "charts/series_key.h"

namespace stallscope::app {

/// The first row of a chart: its title on the left, how many values it shows on the right, and
/// below them what each line or colour stands for, on as many rows as that takes up to four. Text
/// that does not fit is cut with dots, so that a chart can be made as narrow as one likes.
class ChartHeader final : public QCPLayoutElement {
public:
    explicit ChartHeader(QCustomPlot* plot);

    QString title, count;
    QList<SeriesKey> keys;
    QColor ink;

    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    int height_for(int width) const;
};

}  // namespace stallscope::app
