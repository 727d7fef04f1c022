// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/detector_suspicions.h"

namespace stallscope {

/// Request rate of another stream in the two cells of a comparison.
struct RateGap {
    std::string stream;
    double log_ratio = 0;               ///< ln(rate in the cell / rate in `against`)
    double rate = 0, rate_against = 0;  ///< req/s, geometric means over the cycles
    std::string test;                   ///< in words
};

/// Rates of the streams beside the compared one that differ by more than `confounding_rate`; with
/// five cycles or more the difference is also beyond `level`, two-sided (1: by its size alone).
std::vector<RateGap> rate_gaps(std::span<const VisitGroup> groups, const ComparedPair& pair,
                               double level);

/// "unequal-load": the closed-loop trap. A stream that is faster asks more often, so the stream
/// beside it is measured under another load in the two cells.
std::vector<Suspicion> look_for_unequal_load(std::span<const VisitGroup> groups,
                                             std::span<const ComparedPair> pairs);

}  // namespace stallscope
