// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/new_requests.h"

namespace stallscope::app {

/// "Return leg of gpu, both"; as long as no stream has requests only "Return leg".
QString live_title(const QString& what, const LiveChoice& choice);

}  // namespace stallscope::app
