// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <cstdint>

#include "core/timeline.h"

namespace stallscope::app {

/// The spans that touch [from, to), RFC 4180: lane by lane, in each kind by kind in the order of
/// time.
QByteArray timeline_csv(const Timeline& timeline, std::int64_t from, std::int64_t to);

}  // namespace stallscope::app
