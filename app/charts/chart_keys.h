// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

namespace stallscope::app {

/// One line of what keys and mouse do in a chart.
struct ChartKey {
    QString keys, says;
};

/// All of them, for the overlay that lists the keys.
QList<ChartKey> chart_keys();

}  // namespace stallscope::app
