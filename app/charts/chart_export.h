// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QImage>
#include <QPicture>
#include <QSize>
#include <QString>

#include "core/problem.h"

namespace stallscope::app {

class ThemedPlot;

/// The plot as SVG. Sizes in device-independent pixels; title and description go into the file.
QByteArray plot_svg(ThemedPlot& plot, QSize size, const QString& title, const QString& description);
/// The same as a recording of what is painted; pens grow with the paper.
QPicture plot_picture(ThemedPlot& plot, QSize size);
/// The plot as a PDF of one page of that size. Error: the file cannot be written.
Result<void> save_plot_pdf(ThemedPlot& plot, const QString& file, QSize size, const QString& title);
/// Error: the file cannot be written; it is then as it was before.
Result<void> save_bytes(const QString& file, const QByteArray& bytes);
/// As PNG, with the pixel ratio as its resolution. Errors as save_bytes.
Result<void> save_png_image(const QString& file, const QImage& image);

}  // namespace stallscope::app
