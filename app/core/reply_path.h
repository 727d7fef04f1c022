// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "analysis/results.h"

namespace stallscope::app {

/// One step of the reply's path, or the lock's part of it, or the whole; ms.
struct ReplyStep {
    QString title;
    qint64 n = 0;
    std::optional<double> p50, p95, p99;  ///< none: not stamped, or too few for it
};

/// The lock wait, the steps in the order of time, the return leg as a whole; always as many.
std::vector<ReplyStep> reply_path_of(const Figures& figures);

}  // namespace stallscope::app
