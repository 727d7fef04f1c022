// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/log_histogram.h"

#include <algorithm>
#include <cmath>

namespace stallscope::app {

double LogHistogram::edge(std::size_t bin) const {
    const double part = static_cast<double>(bin) / static_cast<double>(counts.size());
    return low * std::pow(high / low, part);
}

LogHistogram log_histogram(std::span<const float> sorted, double low, double high,
                           std::size_t bins) {
    LogHistogram histogram{low, high, std::vector<std::size_t>(bins), 0, 0};
    const auto first_at = [&](double value) {
        return static_cast<std::size_t>(
            std::lower_bound(sorted.begin(), sorted.end(), value,
                             [](float one, double x) { return static_cast<double>(one) < x; }) -
            sorted.begin());
    };
    std::size_t from = histogram.below = first_at(low);
    for (std::size_t bin = 0; bin < bins; ++bin) {
        // The highest value belongs to the last bin.
        const std::size_t to = bin + 1 == bins ? first_at(std::nextafter(high, 2 * high))
                                               : first_at(histogram.edge(bin + 1));
        histogram.counts[bin] = to - from;
        from = to;
    }
    histogram.above = sorted.size() - from;
    return histogram;
}

}  // namespace stallscope::app
