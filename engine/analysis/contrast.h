// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace stallscope {

// Step 3: from one number per cycle to an estimate with its standard error and an interval.

/// An estimate on the scale of its input.
struct Estimate {
    double value = 0;  ///< θ̂, the mean
    double s_d = 0;    ///< standard deviation over the cycles, divisor n − 1
    double se = 0;     ///< standard error that the interval uses
    double df = 0;     ///< degrees of freedom ν
    int n = 0;         ///< cycles, or builds where builds are the unit
};

/// Student's t for paired differences, or for the raw values of an absolute criterion. Empty for
/// fewer than two values.
std::optional<Estimate> paired(std::span<const double> d);

/// Two-way fit (cell + cycle) over all cells of one condition.
struct PooledFit {
    double mse = 0;            ///< residual mean square, (C − 1)(n − 1) degrees of freedom
    double df = 0;             ///< (C − 1)(n − 1)
    double se = 0;             ///< √(2·MSE/n)
    double gate_f = 0;         ///< noise of this contrast over that of the other cells
    double gate_critical = 0;  ///< F(0.75, n − 1, (C − 2)(n − 1))
    bool gate_passed = false;
};

/// `y[c][k]` is cell c in cycle k, all rows equally long; `b` and `a` are the rows of the
/// contrast b − a. Empty for fewer than three cells or two cycles, or rows of unequal length.
std::optional<PooledFit> pooled_fit(std::span<const std::vector<double>> y, std::size_t b,
                                    std::size_t a);

/// The contrast b − a with the pooled error if the gate is passed, else the paired one. Never
/// smaller than the paired standard error. As `pooled_fit`; `fit` gets the gate's figures.
std::optional<Estimate> pooled(std::span<const std::vector<double>> y, std::size_t b, std::size_t a,
                               PooledFit* fit = nullptr);

/// Means of the differences inside each build; `build[k]` is the build of cycle k. In ascending
/// order of the builds. The builds are then the unit: `paired(build_means(…))`.
std::vector<double> build_means(std::span<const double> d, std::span<const int> build);

/// SE := max(SE, q/√(6n)) with q = clock resolution / value on the log scale (Sheppard 1898: a
/// rounding to q has the variance q²/12; a difference has two of them).
Estimate with_resolution(Estimate estimate, double q);

/// An interval [low, high].
struct Bounds {
    double low = 0, high = 0;
};

/// θ̂ ± (t·SE + u). `t` is the critical value; `u` a systematic error, linear and one-sided.
Bounds bounds(const Estimate& estimate, double t, double u = 0);

}  // namespace stallscope
