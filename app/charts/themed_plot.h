// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

namespace stallscope::app {

/// A plot in the palette's colours, which follows when the palette changes (dark, light) and when
/// the screen's pixel ratio does. Its replots are queued: many changes, one drawing.
class ThemedPlot final : public QCustomPlot {
    Q_OBJECT

public:
    explicit ThemedPlot(QWidget* parent = nullptr);

    /// As replot(), at the next turn of the event loop.
    void replot_soon();

signals:
    void themed();  ///< the colours of axes and paper were set anew; pens of series are the owner's

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void apply_palette();
};

}  // namespace stallscope::app
