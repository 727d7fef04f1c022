// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace stallscope {

// From the requests of a visit to the one number per visit that the verdicts use: step 1 of the
// algorithm. A visit has two half-visits in a mirrored order, else one.

/// How the requests of a half-visit become one number.
enum class Statistic {
    typical,  ///< median over the parts of the part's mean (rates: of the part's rate)
    p50,      ///< median over the parts of the part's median; times only
    mean,     ///< over all requests (rates: the total, n over the time between renewal points)
    p95,      ///< of all requests; times only
    p99,      ///< of all requests; times only
};

/// On which scale the metric is compared, and which direction is bad.
enum class CostScale {
    time,  ///< larger is worse; compared in logs: y = ln(ms)
    rate,  ///< smaller is worse; compared in logs: y = −ln(req/s)
    raw,   ///< may be zero or negative (a difference of stamps): y = ms, no log
};

/// Parts of fewer requests than this are not formed.
inline constexpr int fewest_per_part = 20;
/// With fewer parts than this `typical` and `p50` use the whole half-visit as one.
inline constexpr int fewest_parts = 5;
/// Exceedances (requests beyond the quantile) that a tail needs, and below which it is thin.
inline constexpr double fewest_exceedances = 5;
inline constexpr double thin_exceedances = 20;

/// Parts that a half-visit of `n` requests is cut into when the experiment asks for `parts`:
/// min(parts, ⌊n/20⌋), and 1 when that is below 5.
int parts_for(std::int64_t n, int parts);

/// Where part `part` (from 0) of `parts` begins: jT/m rounded up, so that "first arrival at or
/// after it" is exact in whole nanoseconds.
std::int64_t part_begin(std::int64_t window_ns, int part, int parts);

/// One half-visit. Both spans run in step, in the order of the arrivals.
struct HalfVisit {
    /// Nanoseconds from the window's start, ascending; those outside the window included: the
    /// first one after it closes a rate.
    std::span<const std::int64_t> arrivals_ns;
    /// The metric of the same requests in nanoseconds. Empty for a rate.
    std::span<const std::int64_t> values_ns;
    std::int64_t window_ns = 0;
};

/// A window cut at renewal points.
struct RateParts {
    std::vector<std::int64_t> edges_ns;  ///< parts + 1: first arrival, then first arrival ≥ jT/m
    std::vector<std::optional<double>> per_second;  ///< one per part; none where its edges coincide
    bool closed_by_arrival = true;  ///< false: no arrival came after the window, its end was taken
};

/// Part rates of the arrivals in 0 … window. Empty when there is no arrival in the window. Never a
/// count over the part's length: in a closed loop the median count is the same whole number in
/// every visit, and the interval would become a point.
std::optional<RateParts> rate_parts(std::span<const std::int64_t> arrivals_ns,
                                    std::int64_t window_ns, int parts);

/// What one visit says of one metric.
struct VisitValue {
    /// Cost scale (bad = larger): time ln(ms), rate −ln(req/s), raw ms. The mean of the halves.
    std::optional<double> y;
    /// The same statistic, no log taken, metric's own direction: ms or req/s. Mean of the halves.
    std::optional<double> raw;
    std::string why;        ///< why there is no value, a sentence; else empty
    bool too_few = false;   ///< no value because a tail has too few requests: "unresolvable"
    bool thin = false;      ///< a tail with fewer than 20 exceedances per half-visit
    bool pooled = false;    ///< a tail taken as one quantile over both halves
    bool open_end = false;  ///< a rate's window was closed by its end, not by an arrival
    int parts = 1;          ///< parts that were used, the smaller number of the halves
};

/// Step 1 for one visit; `parts` as the experiment asks for. Logs of values ≤ 0 do not exist: such
/// a visit has no y and says so.
VisitValue visit_value(std::span<const HalfVisit> halves, CostScale kind, Statistic statistic,
                       int parts);

/// Sum and number of what a visit's requests cost, for the pooled mean of the mean guard.
struct CostTotal {
    double cost_ms = 0;  ///< times: Σ value; rates: Σ time between renewal points
    double n = 0;        ///< requests
};

/// Over all half-visits of one visit. Empty when one of them has no request in its window.
std::optional<CostTotal> cost_total(std::span<const HalfVisit> halves, CostScale kind);

}  // namespace stallscope
