// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/proof_recording.h"

namespace stallscope {

/// What a cycle of a recording says of one metric: A first, then A2.
struct RecordedCycle {
    std::array<double, 2> y{};
    std::array<CostTotal, 2> total{};
};

/// One stream, metric and statistic over the complete cycles, in their order.
struct RecordedSeries {
    std::string stream, metric, statistic;  ///< statistic: "typical", "mean", "p95"
    bool guarded = false;                   ///< by the mean guard: `typical` only
    std::vector<RecordedCycle> cycles;
};

/// All series that a recording has for all its complete cycles. A cycle counts when both cells have
/// a value in every half-visit.
std::vector<RecordedSeries> series_of(const Recording& recording);

}  // namespace stallscope
