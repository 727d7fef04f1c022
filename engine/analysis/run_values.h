// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/half_visit.h"
#include "plan/experiment.h"

namespace stallscope {

// What the verdicts are made of: one number per cycle for each figure that a criterion or its
// control asks for, and counts. Everything else of a run is for tables.

/// A figure a verdict can rest on: "return" and "typical".
struct Figure {
    std::string metric, statistic;
    auto operator<=>(const Figure&) const = default;
};

/// Where it was measured.
struct StreamPlace {
    std::string cell, condition, stream;
    auto operator<=>(const StreamPlace&) const = default;
};

/// Requests of one stream in one cycle (both halves), counted.
struct Tally {
    std::int64_t requests = 0, errors = 0;
    std::int64_t mismatches = 0, answers_checked = 0;
    /// Answered requests that were served in the other place than the cell declares (host or
    /// worker), and those whose stamps tell where they were served.
    std::int64_t served_elsewhere = 0, served_known = 0;
};

/// Everything of one stream in one place, by cycle. A cycle with a missing half-visit has no entry.
struct StreamValues {
    std::map<Figure, std::map<int, VisitValue>> values;
    std::map<std::string, std::map<int, CostTotal>> totals;  ///< by metric, for the mean guard
    std::map<int, Tally> tallies;
    bool emulated = false;
    double device_error_ms = 0;  ///< largest half-width of the device clock's mapping
};

struct RunValues {
    std::map<StreamPlace, StreamValues> streams;
    double clock_resolution_ms = 0;
    bool complete = false;  ///< every planned visit is there

    const StreamValues* find(const StreamPlace& place) const;
};

/// The figures that the criteria ask for, by stream. A metric of a stream is computed in every cell
/// and condition in which the stream is measured, so that controls and pooled intervals have it.
std::map<std::string, std::vector<Figure>> wanted_figures(const Experiment& experiment);

/// "typical" … "p99"; "total" is the mean of a rate.
std::optional<Statistic> statistic_of(std::string_view name);

/// On which scale a metric is compared: rates for "throughput", times else.
CostScale scale_of(std::string_view metric);

/// The pure duplicate of `cell` (same streams, same host) that is measured in this condition; null
/// when there is none. A duplicate with changes of its own is no control.
const Cell* duplicate_of(const Experiment& experiment, const Cell& cell,
                         std::string_view condition);

}  // namespace stallscope
