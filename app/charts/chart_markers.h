// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>
#include <optional>

namespace stallscope::app {

/// The hover line, the markers A and B and the read-out, on a buffered layer of their own: moving
/// the mouse draws these and nothing else.
class ChartMarkers final : public QCPAbstractItem {
public:
    explicit ChartMarkers(QCustomPlot* plot);

    std::optional<double> cursor, a, b;
    bool shows_cursor = true;  ///< false while an export is drawn
    /// The lines of the read-out as they are now; asked when drawn.
    std::function<QString()> read_out;

    void draw_soon();
    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    void draw_line(QCPPainter* painter, double x, const QString& flag) const;
    void draw_read_out(QCPPainter* painter, const QString& text) const;
};

}  // namespace stallscope::app
