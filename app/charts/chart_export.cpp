// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QSaveFile>
#include <QSvgGenerator>

#include "charts/themed_plot.h"

namespace stallscope::app {
namespace {

// Qt has 96 dots to the inch on the screen; text in the file is as large as there.
constexpr int dots_per_inch = 96;

/// The plot as large as the export, and its owner has had its turn to fill it.
class AtSize {
public:
    AtSize(ThemedPlot& plot, QSize size) : m_plot(plot), m_before(plot.viewport()) {
        m_plot.setViewport(QRect(QPoint(0, 0), size));
        emit m_plot.beforeReplot();
    }
    ~AtSize() {
        m_plot.setViewport(m_before);
        m_plot.replot_soon();
    }
    Q_DISABLE_COPY_MOVE(AtSize)

private:
    ThemedPlot& m_plot;
    QRect m_before;
};

tl::unexpected<Error> cannot_write(const QString& file, const QString& why) {
    const QString says =
        QCoreApplication::translate("ChartExport", "The file cannot be written: %1").arg(why);
    const QString hint =
        QCoreApplication::translate("ChartExport", "Choose another folder or name.");
    return fail(ErrorKind::usage, says.toStdString(), file.toStdString(), hint.toStdString());
}

}  // namespace

QByteArray plot_svg(ThemedPlot& plot, QSize size, const QString& title,
                    const QString& description) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(dots_per_inch);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setTitle(title);
    generator.setDescription(description);
    {
        const AtSize at_size(plot, size);
        QCPPainter painter;
        painter.begin(&generator);
        plot.toPainter(&painter, size.width(), size.height());
        painter.end();
    }
    return buffer.data();
}

QPicture plot_picture(ThemedPlot& plot, QSize size) {
    const AtSize at_size(plot, size);
    QPicture picture;
    picture.setBoundingRect(QRect(QPoint(0, 0), size));
    QCPPainter painter;
    painter.begin(&picture);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.setMode(QCPPainter::pmNonCosmetic);
    plot.toPainter(&painter, size.width(), size.height());
    painter.end();
    return picture;
}

Result<void> save_plot_pdf(ThemedPlot& plot, const QString& file, QSize size,
                           const QString& title) {
    // QCustomPlot only says that it did not work: a look beforehand says why.
    QFile probe(file);
    const bool existed = probe.exists();
    if (!probe.open(QIODevice::Append)) return cannot_write(file, probe.errorString());
    probe.close();
    if (!existed) probe.remove();
    const AtSize at_size(plot, size);
    if (!plot.savePdf(file, size.width(), size.height(), QCP::epNoCosmetic,
                      QCoreApplication::applicationName(), title)) {
        return cannot_write(file, QCoreApplication::translate("ChartExport", "no PDF was made"));
    }
    return {};
}

Result<void> save_bytes(const QString& file, const QByteArray& bytes) {
    QSaveFile out(file);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit()) {
        return cannot_write(file, out.errorString());
    }
    return {};
}

Result<void> save_png_image(const QString& file, const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QImage with_resolution = image;
    const int dots_per_metre = qRound(dots_per_inch / 0.0254 * image.devicePixelRatio());
    with_resolution.setDotsPerMeterX(dots_per_metre);
    with_resolution.setDotsPerMeterY(dots_per_metre);
    if (!with_resolution.save(&buffer, "PNG")) {
        return cannot_write(file, QCoreApplication::translate("ChartExport", "no PNG was made"));
    }
    return save_bytes(file, bytes);
}

}  // namespace stallscope::app
