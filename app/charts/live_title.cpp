// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/live_title.h"

#include <QCoreApplication>

namespace stallscope::app {

QString live_title(const QString& what, const LiveChoice& choice) {
    if (choice.stream.isEmpty()) return what;
    return QCoreApplication::translate("LiveTitle", "%1 of %2, %3")
        .arg(what, choice.stream, choice.condition);
}

}  // namespace stallscope::app
