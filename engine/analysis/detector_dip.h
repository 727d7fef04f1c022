// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace stallscope {

/// The dip: the least distance, largest over all points, between the distribution of `sorted` and
/// any distribution with one mode (Hartigan and Hartigan 1985, The dip test of unimodality). In
/// ascending order, ties allowed. At least 1/(2n), at most 1/4; 0 for no values. O(n) for each of
/// its few rounds.
double dip(std::span<const double> sorted);

/// P(a dip at least this large) of `n` independent values of a uniform distribution, which of all
/// distributions with one mode has the largest dips (in the limit). Interpolated between simulated
/// quantiles of √n·dip; beyond the table (p < 1e-4) the tail is continued. `n` from 50.
double dip_p(double dip, std::size_t n);

}  // namespace stallscope
