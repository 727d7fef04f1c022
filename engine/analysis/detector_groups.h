// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/detector_input.h"

namespace stallscope {

/// The half-visits of one metric of one stream in one (cell, condition), in the order they ran.
struct VisitGroup {
    std::string cell, condition, stream, metric;
    std::vector<const DigestedVisit*> halves;
    double margin = 0;  ///< |M| of a criterion on this metric, in logs; 0: there is none

    bool rate() const { return halves.front()->digest.rate; }
    /// What a systematic change must exceed to matter: 1 %, and a quarter of the margin.
    double least_size() const;
};

/// In the order of cell, condition, stream, metric. Half-visits without a request are left out.
std::vector<VisitGroup> groups_of(const DetectorInput& input);

/// "e2e time", "throughput".
std::string metric_words(std::string_view metric);

/// y per cycle on the cost scale (time: ln ms, rate: −ln req/s), the mean of its half-visits.
/// `statistic`: typical or mean, others have no values here. A cycle that lacks a half-visit that
/// other cycles have is left out.
std::map<int, double> cycle_values(const VisitGroup& group, Statistic statistic);

/// y(b) − y(a) of the cycles that both have, in their order.
std::vector<double> cycle_differences(const VisitGroup& b, const VisitGroup& a,
                                      Statistic statistic);

/// The group of this place, or null.
const VisitGroup* find_group(std::span<const VisitGroup> groups, std::string_view cell,
                             std::string_view condition, std::string_view stream,
                             std::string_view metric);

}  // namespace stallscope
