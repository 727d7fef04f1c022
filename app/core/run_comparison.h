// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <span>
#include <vector>

#include "analysis/results.h"
#include "core/measured_places.h"

namespace stallscope::app {

/// Method of the intervals below, for headers.
QString comparison_method();

/// The mean of `b` against that of `a` with a two-sided 95 % interval after Welch (1938): variances
/// need not be equal, degrees of freedom after Satterthwaite. Empty: fewer than two values on one
/// side.
struct WelchInterval {
    double difference = 0, low = 0, high = 0, df = 0;
};
std::optional<WelchInterval> welch(std::span<const double> a, std::span<const double> b);

/// One figure in two runs: the values that criteria rest on, one per cycle. The runs' cycles are
/// not paired: they did not share their time.
struct ComparedFigure {
    Place place;
    QString metric, statistic;
    QString unit;                ///< "ms", "req/s"
    double base = 0, other = 0;  ///< geometric means over the cycles
    int base_cycles = 0, other_cycles = 0;
    double ratio = 1;                 ///< other / base
    std::optional<double> low, high;  ///< of the ratio; none for fewer than two cycles

    /// The interval leaves out "no change".
    bool is_clear() const;
};

/// All figures that both runs have, in the order of the base's places.
std::vector<ComparedFigure> compare_runs(const RunResults& base, const RunResults& other);

}  // namespace stallscope::app
