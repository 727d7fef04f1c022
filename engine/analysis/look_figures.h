// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "analysis/verdict.h"

namespace stallscope {

/// What one member amounts to at one look, on the judged scale.
struct LookFigures {
    int cycles = 0;     ///< complete cycles
    Estimate estimate;  ///< for a share: of the per-cycle shares
    double u = 0;       ///< systematic error and what the control adds
    IntervalUsed used = IntervalUsed::paired;
    bool balanced = true;  ///< all builds have equally many cycles
    std::optional<PooledFit> fit;
    std::optional<double> mean_estimate;
    std::optional<ShareEstimate> share;
    std::vector<double> z;  ///< an absolute criterion's value in every cycle

    /// The estimate; for a share that over all requests.
    double value() const;
    Bounds interval(double level, double t) const;
    double p_met(double margin) const;
    double p_not_met(double margin) const;
};

/// Whether cycle `k` (from 0) has everything the member needs. A census has no cycles.
bool is_complete(const Member& member, std::size_t k);

/// Cycles that the member has values for, complete or not.
std::size_t cycles_of(const Member& member);

/// The figures of the complete ones among the first `cycles` cycles; `widen` is what the control
/// adds on both sides. Empty for fewer than two of them, and for a census.
std::optional<LookFigures> look_figures(const Member& member, IntervalKind interval,
                                        std::size_t cycles, double widen);

/// The contrast alone, for the control: the same cycles and the same interval.
std::optional<Estimate> contrast_estimate(const ContrastSeries& series, IntervalKind interval,
                                          std::size_t cycles);

}  // namespace stallscope
