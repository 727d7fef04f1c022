// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time_text.h"

#include <QCoreApplication>
#include <cmath>

namespace stallscope::app {

QString duration_text(double seconds) {
    if (!std::isfinite(seconds) || seconds < 0) return {};
    const auto text = [](const char* words) { return QCoreApplication::translate("Time", words); };
    const qint64 whole = std::llround(seconds);
    if (whole < 60) return text("%1 s").arg(whole);
    if (whole < 3600) return text("%1 min %2 s").arg(whole / 60).arg(whole % 60);
    const qint64 minutes = (whole + 30) / 60;
    return text("%1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

}  // namespace stallscope::app
