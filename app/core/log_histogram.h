// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stallscope::app {

/// How many values lie in equal bins of the logarithm.
struct LogHistogram {
    double low = 0, high = 0;            ///< above zero
    std::vector<std::size_t> counts;     ///< of equally wide bins (in decades) from low to high
    std::size_t below = 0, above = 0;    ///< values that are in no bin; zeroes are below
    double edge(std::size_t bin) const;  ///< the lower edge; edge(counts.size()) is high
};
LogHistogram log_histogram(std::span<const float> sorted, double low, double high,
                           std::size_t bins);

}  // namespace stallscope::app
