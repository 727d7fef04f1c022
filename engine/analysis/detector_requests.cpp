// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_requests.h"

#include <fmt/format.h>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

constexpr double heavy_share = 0.10;
constexpr std::int64_t fewest_for_top = 100;
constexpr double few_effective = 50;
constexpr double tied_share = 0.20;
constexpr double coarse_share = 0.01;

/// The middle of what `get` gives for the half-visits.
template <class F>
double middle(const VisitGroup& group, F get) {
    std::vector<double> values;
    for (const DigestedVisit* visit : group.halves) {
        values.push_back(get(visit->digest));
    }
    return median_of(std::move(values));
}

}  // namespace

std::vector<Suspicion> look_for_heavy_tails(std::span<const VisitGroup> groups,
                                            std::span<const ComparedPair> pairs) {
    constexpr std::string_view id = "heavy-tail";
    constexpr std::string_view advice =
        "judge the tail itself (p95, p99), or \"typical\", which a few requests do not move; look "
        "at what those requests waited for";
    std::vector<Suspicion> found;
    for (const VisitGroup& group : groups) {
        double top = 0;
        double total = 0;
        for (const DigestedVisit* visit : group.halves) {
            if (visit->digest.n >= fewest_for_top) {
                top += visit->digest.top_ms;
                total += visit->digest.total_ms;
            }
        }
        if (group.rate() || !(total > 0) || top <= heavy_share * total) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, id, "warns", top / total);
        suspicion.says = fmt::format("the largest 1 % of the requests hold {:.0f} % of all {}",
                                     top / total * 100, metric_words(group.metric));
        suspicion.advice = advice;
        found.push_back(std::move(suspicion));
    }
    for (const ComparedPair& pair : pairs) {
        if (!pair.burst_dominated) {
            continue;
        }
        Suspicion suspicion = suspicion_at(pair, id, "warns", pair.stream, 0);
        suspicion.says = fmt::format(
            "{} against cell {}: the typical part is on the good side of the margin, the mean of "
            "all requests is not",
            metric_words(pair.metric), pair.against);
        suspicion.advice = advice;
        found.push_back(std::move(suspicion));
    }
    return found;
}

std::vector<Suspicion> look_for_dependence(std::span<const VisitGroup> groups) {
    std::vector<Suspicion> found;
    for (const VisitGroup& group : groups) {
        if (group.rate()) {
            continue;
        }
        const double worth = middle(group, [](const HalfDigest& half) { return half.n_eff; });
        const double n =
            middle(group, [](const HalfDigest& half) { return static_cast<double>(half.n); });
        if (worth >= few_effective || worth >= n / 2) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, "dependent-requests", "note", n / worth);
        suspicion.says = fmt::format(
            "neighbouring requests are alike in {}: {:.0f} of a half-visit are worth {:.0f} "
            "independent ones (batch means)",
            metric_words(group.metric), n, worth);
        suspicion.advice =
            "no ± within a window is shown here; the verdicts compare visits and are not touched";
        found.push_back(std::move(suspicion));
    }
    return found;
}

std::vector<Suspicion> look_for_coarse_values(std::span<const VisitGroup> groups,
                                              std::int64_t clock_resolution_ns) {
    std::vector<Suspicion> found;
    for (const VisitGroup& group : groups) {
        if (group.rate()) {
            continue;
        }
        const double p50_ms = middle(group, [](const HalfDigest& half) { return half.p50_ms; });
        if (!(p50_ms > 0)) {
            continue;  // a leg that is mostly not there is zero, which is no fault of a clock
        }
        const double resolution = static_cast<double>(clock_resolution_ns) / 1e6 / p50_ms;
        if (resolution > coarse_share) {
            Suspicion suspicion = suspicion_at(group, "resolution", "warns", resolution);
            suspicion.says = fmt::format(
                "the clock's resolution of {} ns is {:.1f} % of the P50 of {} ({:.6f} ms)",
                clock_resolution_ns, resolution * 100, metric_words(group.metric), p50_ms);
            suspicion.advice = "give a request more work, or judge a longer leg";
            found.push_back(std::move(suspicion));
        }
        const double ties = middle(group, [](const HalfDigest& half) { return half.ties_at_p50; });
        if (ties > tied_share) {
            Suspicion suspicion = suspicion_at(group, "ties", "note", ties);
            suspicion.says =
                fmt::format("{:.0f} % of the requests have the very same {}, {:.6f} ms", ties * 100,
                            metric_words(group.metric), p50_ms);
            suspicion.advice =
                "something rounds these values; a P50 cannot move by less than one step, judge "
                "the mean";
            found.push_back(std::move(suspicion));
        }
    }
    return found;
}

}  // namespace stallscope
