// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBrush>
#include <QPen>
#include <QString>

namespace stallscope::app {

/// What one line, or one colour of a bar, stands for; shown under a chart's title.
struct SeriesKey {
    QString name;
    QPen pen;       ///< of the line; of the frame where it is a surface
    QBrush brush;   ///< of the surface; Qt::NoBrush: it is a line
    int mark = -1;  ///< instead of a line: the nth mark (series_shape.h) in the pen's colour
};

}  // namespace stallscope::app
