// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>
#include <QScopedValueRollback>

#include "charts/chart.h"
#include "charts/chart_export.h"
#include "charts/chart_markers.h"
#include "charts/chart_state.h"
#include "charts/themed_plot.h"

// The exports of a chart. Markers A and B are part of the picture, the hover line is not.
namespace stallscope::app {

QImage Chart::image(double pixel_ratio, QSize size) const {
    const QScopedValueRollback hidden(m_state->markers->shows_cursor, false);
    return m_state->plot->image(pixel_ratio, size.isEmpty() ? this->size() : size);
}

QByteArray Chart::svg(QSize size) const {
    const QScopedValueRollback hidden(m_state->markers->shows_cursor, false);
    return plot_svg(*m_state->plot, size.isEmpty() ? this->size() : size, title(), summary());
}

QPicture Chart::picture(QSize size) const {
    const QScopedValueRollback hidden(m_state->markers->shows_cursor, false);
    return plot_picture(*m_state->plot, size.isEmpty() ? this->size() : size);
}

Result<void> Chart::save_png(const QString& file, double pixel_ratio) const {
    return save_png_image(file, image(pixel_ratio));
}

Result<void> Chart::save_pdf(const QString& file) const {
    const QScopedValueRollback hidden(m_state->markers->shows_cursor, false);
    return save_plot_pdf(*m_state->plot, file, size(), title());
}

Result<void> Chart::save_svg(const QString& file) const {
    return save_bytes(file, svg());
}

Result<void> Chart::save_csv(const QString& file) const {
    return save_bytes(file, csv());
}

void Chart::copy_image() const {
    QGuiApplication::clipboard()->setImage(image(devicePixelRatioF()));
}

void Chart::copy_csv() const {
    auto* values = new QMimeData;
    values->setText(QString::fromUtf8(csv()));
    values->setData(QStringLiteral("text/csv"), csv());
    QGuiApplication::clipboard()->setMimeData(values);
}

}  // namespace stallscope::app
