// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace stallscope::app {

/// A chart's title as a file name without suffix: letters and digits, lower case, words joined by
/// hyphens ("Return leg, gpu" → "return-leg-gpu"). Never empty: "chart" if nothing is left.
QString file_name_of(const QString& title);

}  // namespace stallscope::app
