// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace stallscope::app {

/// One criterion on the scale of its axis.
struct ForestRow {
    QString says;                       ///< what is asked
    QString word;                       ///< how it stands: "✓ met, locked at cycle 3"
    QString figures;                    ///< value, interval and bound with their unit
    QString short_word, short_figures;  ///< the same where both stand on one line
    QString status;                     ///< for the colour
    std::optional<double> value, low, high, low95, high95, bound;
};

/// The criteria of one scale: what is asked on the left, value and intervals against the bound in
/// the axes, the word and the figures on the right.
class ForestRows final : public QCPAbstractItem {
public:
    ForestRows(QCustomPlot* plot, QCPAxisRect* axes);

    std::vector<ForestRow> rows;
    std::optional<double> reference;  ///< a line through all rows: no difference, or the bound

    /// Widths of the two columns of text for a plot that is so wide.
    static int left_width(int plot_width);
    static int right_width(int plot_width);
    /// Place of the row at a height of the plot; −1: none.
    int row_at(double pixel_y) const;

    double selectTest(const QPointF& pos, bool only_selectable, QVariant* details) const override;

protected:
    void draw(QCPPainter* painter) override;

private:
    QRectF band(std::size_t row) const;
    void draw_texts(QCPPainter* painter, const ForestRow& row, const QRectF& band) const;
    void draw_interval(QCPPainter* painter, const ForestRow& row, const QRectF& band) const;

    QCPAxisRect* m_axes;
};

}  // namespace stallscope::app
