// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/file_name.h"

namespace stallscope::app {

QString file_name_of(const QString& title) {
    QString name;
    for (const QChar c : title.toLower()) {
        if (c.isLetterOrNumber()) {
            name += c;
        } else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-'))) {
            name += QLatin1Char('-');
        }
    }
    if (name.endsWith(QLatin1Char('-'))) name.chop(1);
    return name.isEmpty() ? QStringLiteral("chart") : name.left(80);
}

}  // namespace stallscope::app
