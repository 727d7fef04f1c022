// SPDX-License-Identifier: Apache-2.0
#include "analysis/renewal_rate.h"

#include <algorithm>

namespace stallscope {

std::optional<RenewalRate> renewal_rate(std::span<const std::int64_t> arrivals,
                                        std::int64_t window_ns) {
    const auto first = std::lower_bound(arrivals.begin(), arrivals.end(), std::int64_t{0});
    const auto after = std::lower_bound(first, arrivals.end(), window_ns);
    if (first == after) {
        return std::nullopt;
    }
    RenewalRate rate;
    rate.n = after - first;
    rate.closed_by_arrival = after != arrivals.end();
    rate.span_ns = (rate.closed_by_arrival ? *after : window_ns) - *first;
    return rate;
}

}  // namespace stallscope
