// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace stallscope::app {

/// One line of RFC 4180 with its end: fields are quoted where they must be.
QByteArray csv_line(const QList<QString>& fields);
/// A number for a table: as many digits as tell it from its neighbours, a point, no groups. Empty
/// for NaN.
QString csv_number(double value);
QString csv_number(float value);

}  // namespace stallscope::app
