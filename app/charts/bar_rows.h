// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace stallscope::app {

struct BarSegment {
    double length = 0;
    QColor colour;
    Qt::BrushStyle pattern = Qt::SolidPattern;
    QString text;  ///< written into it where it fits
};

/// Segments one after another, from zero.
struct Bar {
    std::vector<BarSegment> segments;
    QString end_text;  ///< behind its end
};

/// The bars of one name of the vertical axis, from top to bottom.
struct BarRow {
    std::vector<Bar> bars;
};

/// Horizontal bars; the nth row at n of the vertical axis (use_names()).
class BarRows final : public QCPAbstractItem {
public:
    explicit BarRows(QCustomPlot* plot);

    std::vector<BarRow> rows;

    /// How far x has to go so that the bars and the texts behind them are seen; 0 without bars.
    double x_with_room() const;
    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_bar(QCPPainter* painter, const Bar& bar, double top, double height) const;
};

}  // namespace stallscope::app
