// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/about.h"

#include <QCoreApplication>

namespace stallscope::app {

QString version() {
    return QStringLiteral(STALLSCOPE_VERSION);
}

QString product_name() {
    return QStringLiteral("Stallscope Workbench");
}

QString about_text() {
    return QCoreApplication::translate(
               "About",
               "%1 %2\n\n"
               "Finds the lock, binding or placement that makes requests wait.\n\n"
               "This program is free software under GPL-3.0-or-later; there is no warranty. The "
               "engine, the command line and the Python runtime that it starts are under "
               "Apache-2.0.\n\n"
               "It uses Qt %3 (LGPL-3.0) and QCustomPlot (GPL-3.0-or-later). The full texts are "
               "in the folder LICENSES of the sources.")
        .arg(product_name(), version(), QString::fromLatin1(qVersion()));
}

}  // namespace stallscope::app
