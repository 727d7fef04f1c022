// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "analysis/detector_groups.h"
#include "analysis/results.h"

namespace stallscope {

/// One place where one detector fired.
struct Suspicion {
    std::string_view id, severity;        ///< as in Finding
    std::string cell, condition, stream;  ///< empty where it does not apply
    double size = 0;                      ///< of its kind; the largest is the worst
    std::string says, advice;
};

/// Still without its sentence: the place of a group, or of the cell that is compared.
Suspicion suspicion_at(const VisitGroup& group, std::string_view id, std::string_view severity,
                       double size);
Suspicion suspicion_at(const ComparedPair& pair, std::string_view id, std::string_view severity,
                       const std::string& stream, double size);

/// A comparison of two cells in one condition, and a stream in it: said once, whatever its criteria
/// judge.
using PairKey = std::tuple<std::string, std::string, std::string, std::string>;
PairKey key_of(const ComparedPair& pair, const std::string& stream);

/// The level of each of `tests` tests, so that a detector fires in at most 1 % of clean runs.
double detector_level(std::size_t tests);

/// More places than this are said in one line.
inline constexpr std::size_t most_places = 4;

/// At most one finding per (detector, cell, condition, stream): the worst of its metrics. Where a
/// detector fires in more than four places, one line with their number and the worst. In the order
/// in which the detectors first appear.
std::vector<Finding> summarised(std::span<const Suspicion> suspicions);

}  // namespace stallscope
