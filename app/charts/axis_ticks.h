// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

class QCPAxis;

namespace stallscope::app {

/// A tick's number with as many decimals as ticks `step` apart need: 0.25, 12, 1234.567.
QString tick_text(double value, double step);

/// Ticks of a logarithmic axis from `low` to `high`, both above zero: powers of ten; 1, 2, 5 where
/// there are few decades; even steps within less than one. At most about `most`.
std::vector<double> log_ticks(double low, double high, int most = 8);

/// The axis gets evenly spaced ticks labelled by tick_text(), however far it is zoomed in;
/// `about` so many of them.
void use_plain_ticks(QCPAxis& axis, int about = 5);
/// The axis becomes logarithmic with the ticks of log_ticks() and lines at 2 … 9 between them.
void use_log_ticks(QCPAxis& axis);
/// One labelled place per name at 0, 1, 2 …, the first one on top of a vertical axis.
void use_names(QCPAxis& axis, const std::vector<QString>& names);

}  // namespace stallscope::app
