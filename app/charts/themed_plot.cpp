// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/themed_plot.h"

#include <QWindow>

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

void ThemedPlot::showEvent(QShowEvent* event) {
    QCustomPlot::showEvent(event);
    follow_screen();
    if (const QWindow* screen_window = window()->windowHandle()) {
        connect(screen_window, &QWindow::screenChanged, this, &ThemedPlot::follow_screen,
                Qt::UniqueConnection);
    }
}

// QCustomPlot looks at the pixel ratio when it is constructed and never again.
void ThemedPlot::follow_screen() {
    if (bufferDevicePixelRatio() == devicePixelRatioF()) return;
    setBufferDevicePixelRatio(devicePixelRatioF());
    replot_soon();
}

QImage ThemedPlot::image(double pixel_ratio, QSize size) {
    const QRect viewport_before = viewport();
    const double ratio_before = bufferDevicePixelRatio();
    setBufferDevicePixelRatio(pixel_ratio);
    setViewport(QRect(QPoint(0, 0), size));
    replot(QCustomPlot::rpQueuedRefresh);

    QImage image(size * pixel_ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixel_ratio);
    QCPPainter painter;
    painter.begin(&image);
    painter.fillRect(QRect(QPoint(0, 0), size), mBackgroundBrush);
    for (const auto& buffer : std::as_const(mPaintBuffers)) buffer->draw(&painter);
    painter.end();

    setBufferDevicePixelRatio(ratio_before);
    setViewport(viewport_before);
    replot(QCustomPlot::rpQueuedRefresh);
    return image;
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
