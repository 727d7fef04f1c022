// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace stallscope::app {

/// What stands in the place of axes while there is nothing to draw.
class EmptyText final : public QCPAbstractItem {
public:
    explicit EmptyText(QCustomPlot* plot);

    QString text;
    QColor ink;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;
};

}  // namespace stallscope::app
