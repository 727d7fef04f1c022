// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "analysis/results.h"

namespace stallscope::app {

/// What a batch takes with one number of threads allowed.
struct ThreadPoint {
    QString cell;
    int threads = 1;     ///< allowed
    double p50_ms = 0;   ///< of a call
    double p99_ms = 0;   ///< NaN: from too few calls
    double started = 0;  ///< threads a call; NaN: unknown
};

/// Cells that differ in nothing but the threads they allow, by threads.
struct ThreadCurve {
    QString name;  ///< of the batch, and what its policy has of its own
    std::vector<ThreadPoint> points;
};

/// One curve for every batch and policy with two numbers of threads or more. A policy that says
/// nothing of threads (those of all CPUs) is in none.
std::vector<ThreadCurve> thread_curves(const std::vector<BatchRow>& rows);

}  // namespace stallscope::app
