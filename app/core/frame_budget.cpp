// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame_budget.h"

#include <algorithm>
#include <cmath>

namespace stallscope::app {

void FrameBudget::spent(qint64 now_ms, double cost_ms) {
    const double wait_ms =
        std::min(std::max(0.0, cost_ms) / live_share, static_cast<double>(longest_wait_ms));
    m_next_ms = now_ms + std::llround(std::ceil(wait_ms));
}

}  // namespace stallscope::app
