// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/detector_groups.h"

namespace stallscope {

/// One half-visit in the course of the run.
struct SeriesPoint {
    double log = 0;  ///< typical, ln ms or ln req/s
    int position = 0;
    int cycle = 0;
    std::size_t stratum = 0;  ///< its (cell, condition)
    std::size_t pass = 0;     ///< its (cycle, half, condition): all cells once, close in time
    std::string after_cell;   ///< the cell that was measured just before; empty: it came first
};

/// All half-visits of one metric of one stream, whatever their cell and condition, in the order
/// they ran.
struct RunSeries {
    std::string stream, metric;
    bool mirrored = false;
    std::vector<SeriesPoint> points;
    std::size_t strata = 0, passes = 0, conditions = 0;
};

/// (cell, condition)s with a single half-visit are left out: they have no residual.
std::vector<RunSeries> series_of(std::span<const VisitGroup> groups);

/// The values minus the mean of their class. `classes` in step with `values`, below `count`.
void remove_means(std::vector<double>& values, std::span<const std::size_t> classes,
                  std::size_t count);

/// Class of each point.
std::vector<std::size_t> strata_of(const RunSeries& series);
std::vector<std::size_t> passes_of(const RunSeries& series);

/// The logs minus the mean of their (cell, condition).
std::vector<double> residuals_of(const RunSeries& series);

}  // namespace stallscope
