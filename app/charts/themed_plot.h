// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QImage>

namespace stallscope::app {

/// A plot in the palette's colours, which follows when the palette changes (dark, light) and when
/// the screen's pixel ratio does. Its replots are queued: many changes, one drawing.
class ThemedPlot final : public QCustomPlot {
    Q_OBJECT

public:
    explicit ThemedPlot(QWidget* parent = nullptr);

    /// As replot(), at the next turn of the event loop.
    void replot_soon();

    /// A picture of `size` device-independent pixels with `pixel_ratio` pixels each, drawn through
    /// the buffers as on a screen with that ratio: a line of 10⁵ points takes its usual time, where
    /// a painter that is scaled would take seconds.
    QImage image(double pixel_ratio, QSize size);

    /// The axes get the palette's colours: for axes that were added after construction.
    void apply_palette();

signals:
    void themed();  ///< the colours of axes and paper were set anew; pens of series are the owner's

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void follow_screen();
};

}  // namespace stallscope::app
