// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/themed_plot.h"

namespace stallscope::app {
namespace {

QColor mixed(const QColor& a, const QColor& b, double share_of_b) {
    return QColor::fromRgbF(a.redF() + (b.redF() - a.redF()) * share_of_b,
                            a.greenF() + (b.greenF() - a.greenF()) * share_of_b,
                            a.blueF() + (b.blueF() - a.blueF()) * share_of_b);
}

void colour(QCPAxis& axis, const QColor& ink, const QColor& faint) {
    axis.setBasePen(ink);
    axis.setTickPen(ink);
    axis.setSubTickPen(ink);
    axis.setLabelColor(ink);
    axis.setTickLabelColor(ink);
    axis.grid()->setPen(QPen(faint, 0, Qt::SolidLine));
    axis.grid()->setZeroLinePen(QPen(faint, 0, Qt::SolidLine));
}

}  // namespace

ThemedPlot::ThemedPlot(QWidget* parent) : QCustomPlot(parent) {
    apply_palette();
}

void ThemedPlot::replot_soon() {
    replot(QCustomPlot::rpQueuedReplot);
}

void ThemedPlot::changeEvent(QEvent* event) {
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        apply_palette();
        replot_soon();
    }
}

// QCustomPlot looks at the pixel ratio when it is constructed and never again.
void ThemedPlot::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    if (bufferDevicePixelRatio() != devicePixelRatioF()) {
        setBufferDevicePixelRatio(devicePixelRatioF());
        replot_soon();
    }
}

void ThemedPlot::apply_palette() {
    const QColor paper = palette().color(QPalette::Base);
    const QColor ink = palette().color(QPalette::Text);
    const QColor faint = mixed(paper, ink, 0.15);
    setBackground(QBrush(paper));
    const QList<QCPAxisRect*> rects = axisRects();
    for (QCPAxisRect* rect : rects) {
        const QList<QCPAxis*> axes = rect->axes();
        for (QCPAxis* axis : axes) colour(*axis, ink, faint);
    }
    emit themed();
}

}  // namespace stallscope::app
