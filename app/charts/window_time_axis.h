// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QCPAxis;

namespace stallscope::app {

/// In what an axis of seconds counts at some zoom: seconds, or ms, µs or ns after a round moment,
/// so that the numbers stay short.
struct WindowTimeUnit {
    double base_s = 0;      ///< the moment that counts as 0
    double per_second = 1;  ///< 1, 10³, 10⁶, 10⁹
    QString title;          ///< of the axis: "time from the window's start, µs after 3.412 s"
};

/// For what lies between `low_s` and `high_s`, seconds from the window's start.
WindowTimeUnit window_time_unit(double low_s, double high_s);

/// A moment with as many digits as `visible_s` on the screen can tell apart: "3.412 s",
/// "3412.345 ms".
QString window_time_text(double at_s, double visible_s);

/// The axis, in seconds, gets ticks and a title that follow its zoom.
void use_window_time(QCPAxis& axis);

}  // namespace stallscope::app
