// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/chart_figure.h"

#include <QBuffer>
#include <QImage>
#include <QPicture>

#include "charts/chart.h"
#include "widgets/theme.h"

namespace stallscope::app {
namespace {

constexpr int width = 720;
constexpr double pixel_ratio = 2;
constexpr qsizetype most_values = 512 * 1024;

QByteArray png(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

}  // namespace

ReportFigure chart_figure(Chart& chart, const QString& id, int height) {
    const QSize size(width, height);
    chart.setPalette(light_palette());
    chart.resize(size);
    chart.fit();
    ReportFigure figure;
    figure.id = id;
    figure.title = chart.title();
    figure.says = chart.summary();
    figure.size = size;
    figure.light_png = png(chart.image(pixel_ratio, size));
    const QPicture picture = chart.picture(size);
    figure.picture = QByteArray(picture.data(), static_cast<qsizetype>(picture.size()));
    const QByteArray values = chart.csv();
    if (values.size() <= most_values) figure.csv = values;
    chart.setPalette(dark_palette());
    figure.dark_png = png(chart.image(pixel_ratio, size));
    return figure;
}

}  // namespace stallscope::app
