// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_load.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "analysis/conclusions.h"
#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

/// Streams with this metric in the pair's condition, in both cells, the compared one left out.
std::vector<std::string> beside(std::span<const VisitGroup> groups, const ComparedPair& pair,
                                std::string_view metric) {
    std::vector<std::string> names;
    for (const VisitGroup& group : groups) {
        if (group.cell == pair.cell && group.condition == pair.condition &&
            group.metric == metric && group.stream != pair.stream &&
            find_group(groups, pair.against, pair.condition, group.stream, metric) != nullptr) {
            names.push_back(group.stream);
        }
    }
    return names;
}

double mean_value(const VisitGroup& group) {
    std::vector<double> values;
    for (const auto& [cycle, y] : cycle_values(group, Statistic::typical)) {
        values.push_back(y);
    }
    return values.empty() ? 0 : mean_of(values);
}

}  // namespace

std::vector<RateGap> rate_gaps(std::span<const VisitGroup> groups, const ComparedPair& pair,
                               double level) {
    std::vector<RateGap> gaps;
    for (const std::string& stream : beside(groups, pair, "throughput")) {
        const auto* b = find_group(groups, pair.cell, pair.condition, stream, "throughput");
        const auto* a = find_group(groups, pair.against, pair.condition, stream, "throughput");
        // Costs of rates fall: the other way round is the ratio.
        const auto shift = notable_shift(cycle_differences(*a, *b, Statistic::typical), level, 0);
        if (shift && off_by_share(shift->size, confounding_rate)) {
            gaps.push_back({stream, shift->size, std::exp(-mean_value(*b)),
                            std::exp(-mean_value(*a)), test_words(*shift, "cycles")});
        }
    }
    return gaps;
}

std::vector<Suspicion> look_for_unequal_load(std::span<const VisitGroup> groups,
                                             std::span<const ComparedPair> pairs) {
    std::set<PairKey> tests;
    for (const ComparedPair& pair : pairs) {
        for (const std::string& stream : beside(groups, pair, "throughput")) {
            tests.insert(key_of(pair, stream));
        }
    }
    const double level = detector_level(tests.size());
    std::set<PairKey> said;
    std::vector<Suspicion> found;
    for (const ComparedPair& pair : pairs) {
        for (const RateGap& gap : rate_gaps(groups, pair, level)) {
            if (!said.insert(key_of(pair, pair.stream + " beside " + gap.stream)).second) {
                continue;
            }
            Suspicion suspicion =
                suspicion_at(pair, "unequal-load", "warns", pair.stream, gap.log_ratio);
            suspicion.says = fmt::format(
                "compared with cell {} while stream {} asks {} as often beside it: {:.1f} against "
                "{:.1f} req/s ({})",
                pair.against, gap.stream, percent_words(gap.log_ratio), gap.rate, gap.rate_against,
                gap.test);
            suspicion.advice =
                "in a closed loop a faster stream takes more from its neighbour; compare at equal "
                "rates (a think time), or read the legs that do not share a resource";
            found.push_back(std::move(suspicion));
        }
    }
    return found;
}

}  // namespace stallscope
