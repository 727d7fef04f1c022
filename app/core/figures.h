// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Numbers for people, in the user's language: short, with their unit. NaN is "–".
namespace stallscope::app {

/// Three significant digits: "0.0123", "1.23", "12.3", "123", "1234".
QString figure_text(double value);
/// "0.512 ms"; below 0.01 ms in µs, from 10 s on in s.
QString ms_text(double ms);
/// "12.3 s" to the microsecond where it has them: a place in time keeps all its digits.
QString seconds_text(double seconds);
/// "73.1 %" of a share in 0 … 1.
QString percent_text(double share);
/// "n = 1234567"
QString count_text(qint64 n);

}  // namespace stallscope::app
