// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/detector_signals.h"
#include "analysis/half_digest.h"
#include "analysis/margin.h"
#include "plan/experiment.h"

namespace stallscope {

/// What a margin belongs to.
struct MarginKey {
    std::string stream, condition, metric;
    auto operator<=>(const MarginKey&) const = default;
};

/// A comparison that a criterion makes in one condition.
struct ComparedPair {
    std::string cell, against, condition, stream;
    std::string metric;
    Statistic statistic = Statistic::typical;
    std::optional<Margin> margin;  ///< on the cost scale; none where the form has none
    /// The mean guard has kept the criterion from "met".
    bool burst_dominated = false;
};

/// Requests of one stream in one cycle that ended in an error.
struct CycleErrors {
    std::string cell, condition, stream;
    int cycle = 0;
    double errors = 0, requests = 0;
};

/// What was read of the machine and of the processes during one half-visit.
struct SignalledVisit {
    std::string cell, condition;
    int cycle = 0, half = 0;
    double window_s = 0;
    VisitSignals signals;
};

/// Everything the detectors look at. What is not there is not looked at.
struct DetectorInput {
    const Experiment* experiment = nullptr;  ///< for what is declared; may be null
    std::span<const DigestedVisit> visits;
    /// |M| in logs, the smallest where several criteria judge the same metric. A metric that no
    /// criterion judges has none.
    std::map<MarginKey, double> margins;
    std::vector<SignalledVisit> signals;
    std::vector<CycleErrors> errors;
    std::vector<ComparedPair> pairs;
    std::int64_t clock_resolution_ns = 0;  ///< 0: unknown
};

}  // namespace stallscope
