// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QSize>
#include <QString>

namespace stallscope::app {

/// The text as far as it fits into the size when its words wrap, cut at a word with dots.
QString fitted_text(const QString& text, const QFontMetrics& metrics, QSize size);

}  // namespace stallscope::app
