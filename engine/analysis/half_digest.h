// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/half_visit.h"

namespace stallscope {

/// Values that a digest keeps of one half-visit.
inline constexpr std::size_t most_sample_values = 1000;

/// What the detectors need of one half-visit, small enough to keep for all of them at once. All
/// logs are natural and in the metric's own direction: ln(ms) or ln(req/s). What has no logarithm
/// (a value of zero or less) or was not there is empty.
struct HalfDigest {
    std::int64_t n = 0;  ///< requests in the window
    bool rate = false;   ///< of arrivals; then nothing is known of single requests
    /// Of each part in turn: ln of its mean, or of its rate. As many as `parts_for` gives; one for
    /// the whole half-visit where that gives no parts.
    std::vector<std::optional<double>> part_logs;
    /// Of each part in turn: ln of the middle value of its requests, which a burst in it leaves
    /// where it was. Of a rate: empty.
    std::vector<std::optional<double>> part_median_logs;
    std::optional<double> typical_log;  ///< median of the parts, `Statistic::typical`
    std::optional<double> mean_log;     ///< over all requests, `Statistic::mean`

    // Of single requests; of a rate all zero.
    double total_ms = 0;     ///< sum of all values
    double top_ms = 0;       ///< sum of the largest ⌊n/100⌋ of them
    double max_ms = 0;       ///< the largest
    double p50_ms = 0;       ///< the order statistic at the middle
    double ties_at_p50 = 0;  ///< share of the values equal to it, 0 … 1
    double n_eff = 0;        ///< by batch means: n·s²/(b·variance of the batches' means), ≤ n
    std::vector<float> sample_ln;  ///< ln of values evenly spaced over the window, ≤ the limit
};

/// Digests one half-visit: of its values, or of its arrivals where it has none. `parts` as the
/// experiment asks for. O(n): a few passes and one selection.
HalfDigest digest(const HalfVisit& half, int parts, std::size_t sample_limit = most_sample_values);

/// A half-visit, where it stands in the run, and what it says.
struct DigestedVisit {
    std::string cell, condition, stream;
    std::string metric;     ///< "throughput" for a rate, else the name of a leg or step
    int cycle = 0;          ///< from 0
    int half = 0;           ///< from 0
    int position = 0;       ///< order of real starts in the run, from 0
    std::string before;     ///< "cell/condition" measured just before; empty: it came first
    bool mirrored = false;  ///< the run's cycles go there and back
    HalfDigest digest;
};

}  // namespace stallscope
