// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/durations.h"
#include "analysis/results.h"

namespace stallscope {

/// Name of the quantile that is used everywhere, for every output that shows one.
inline constexpr const char* quantile_name =
    "type 7 (linear interpolation between order statistics)";

/// Below this many values a P99 is not given: its order statistic would be the largest value or
/// next to it.
inline constexpr std::int64_t fewest_for_p99 = 299;
/// Below this many values a P99 is given but marked thin.
inline constexpr std::int64_t thin_below = 2000;

/// Quantile of type 7 (Hyndman and Fan 1996): with h = (n − 1)·p, linear between the order
/// statistics ⌊h⌋ and ⌊h⌋ + 1 (from 0). `p` in 0 … 1. Empty for no values. Reorders `values`, does
/// not sort them: O(n).
std::optional<double> quantile(std::span<std::int64_t> values, double p);

/// The figures of durations in nanoseconds, as milliseconds. Reorders `ns`. No values: n = 0 and
/// nothing else; fewer than `fewest_for_p99`: no p99.
Summary summarise_ms(std::span<std::int64_t> ns);

/// The same figures, to the last bit, of more values than one would sort. Leaves them as they are.
Summary summarise_ms(const Durations& ns);

}  // namespace stallscope
