// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringView>

namespace stallscope::app {

/// Order of names as people number them: A, A2, A10; capitals do not matter. Negative: a is first,
/// 0: the same place. The same on every machine, whatever its locale.
int natural_order(QStringView a, QStringView b);

}  // namespace stallscope::app
