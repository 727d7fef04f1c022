// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextDocument>

namespace stallscope::app {

/// Text for a tooltip that shows as it is written. A tooltip takes what looks like markup for
/// markup, and names in files are anybody's.
inline QString plain_tip(const QString& text) {
    return Qt::mightBeRichText(text) ? text.toHtmlEscaped() : text;
}

}  // namespace stallscope::app
