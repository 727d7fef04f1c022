// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace stallscope {

// Cumulative distribution functions and their inverses, all by Boost.Math. `p` in 0 … 1, degrees
// of freedom above 0 (fractions allowed). Outside of that: NaN. p = 0 and p = 1 give the ends of
// the distribution's range, for Student's t minus and plus infinity.

/// Student's t with `df` degrees of freedom: the x with P(T ≤ x) = p.
double t_quantile(double p, double df);
/// The critical value of a one-sided test at level `a`: the x with P(T > x) = a. Exact for tiny
/// levels too, for which 1 − a has too few digits.
double t_critical(double a, double df);
/// P(T ≤ x). `x` may be infinite.
double t_cdf(double x, double df);
/// P(T > x), exact in its small values.
double t_above(double x, double df);

/// Fisher's F with `df1` and `df2` degrees of freedom.
double f_quantile(double p, double df1, double df2);
double f_cdf(double x, double df1, double df2);

/// χ² with `df` degrees of freedom.
double chi_squared_quantile(double p, double df);

/// Beta with parameters `a` and `b`, both above 0.
double beta_quantile(double p, double a, double b);
double beta_cdf(double x, double a, double b);

/// Standard normal: P(Z > z), and the z with P(Z > z) = a.
double normal_above(double z);
double normal_critical(double a);

}  // namespace stallscope
