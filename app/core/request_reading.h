// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/timeline.h"

namespace stallscope::app {

/// What happened to a request, in one to three sentences made from its stamps: when its forward
/// ended, how long the reply took, and what it waited for as far as that can be told. Where stamps
/// are missing it says so.
QString reading_of(const Timeline& timeline, const RequestRef& request);

}  // namespace stallscope::app
