// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/fitted_text.h"

#include <QRect>

namespace stallscope::app {

QString fitted_text(const QString& text, const QFontMetrics& metrics, QSize size) {
    const auto fits = [&](const QString& part) {
        const QRect box = metrics.boundingRect(QRect(0, 0, size.width(), 1 << 15),
                                               Qt::AlignLeft | Qt::TextWordWrap, part);
        return box.height() <= size.height() && box.width() <= size.width();
    };
    if (size.height() < 2 * metrics.height()) {
        return metrics.elidedText(text, Qt::ElideRight, size.width());
    }
    QString part = text;
    while (!fits(part)) {
        const qsizetype space = part.lastIndexOf(QLatin1Char(' '));
        if (space < 0) return metrics.elidedText(text, Qt::ElideRight, size.width());
        part = part.left(space) + QStringLiteral("…");
        // The dots are not taken for a part of the word before them.
        if (!fits(part)) part.chop(1);
    }
    return part;
}

}  // namespace stallscope::app
