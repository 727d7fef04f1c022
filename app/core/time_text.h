// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// "45 s", "2 min 5 s", "1 h 3 min": whole seconds, and minutes from an hour on.
QString duration_text(double seconds);

}  // namespace stallscope::app
