// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_cycles.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "analysis/contrast.h"
#include "analysis/detector_statistics.h"
#include "analysis/distributions.h"
#include "analysis/outcome.h"

namespace stallscope {
namespace {

constexpr std::size_t fewest_for_words = 5;
constexpr std::size_t fewest_at_all = 3;
constexpr double word_level = 0.05;

struct Comparison {
    const ComparedPair* pair = nullptr;
    std::vector<int> cycles;
    std::vector<double> d;  ///< on the judged scale: met is below the margin
};

std::vector<Comparison> comparisons(std::span<const VisitGroup> groups,
                                    std::span<const ComparedPair> pairs) {
    std::vector<Comparison> all;
    for (const ComparedPair& pair : pairs) {
        const auto* b = find_group(groups, pair.cell, pair.condition, pair.stream, pair.metric);
        const auto* a = find_group(groups, pair.against, pair.condition, pair.stream, pair.metric);
        if (!pair.margin || b == nullptr || a == nullptr) {
            continue;
        }
        Comparison one;
        one.pair = &pair;
        const auto of_a = cycle_values(*a, pair.statistic);
        for (const auto& [cycle, y] : cycle_values(*b, pair.statistic)) {
            if (const auto other = of_a.find(cycle); other != of_a.end()) {
                one.cycles.push_back(cycle);
                one.d.push_back((pair.margin->mirrored ? -1 : 1) * (y - other->second));
            }
        }
        if (one.d.size() >= fewest_at_all) {
            all.push_back(std::move(one));
        }
    }
    return all;
}

Word word_of(std::span<const double> d, double margin) {
    const auto estimate = paired(d);
    return estimate
               ? three_outcomes(bounds(*estimate, t_critical(word_level, estimate->df)), margin)
               : Word::undecided;
}

/// Two-sided p of the left-out cycle as one more draw from where the others come from.
double p_of_new(double left_out, std::span<const double> others) {
    const auto estimate = paired(others);
    if (!estimate) {
        return 1;
    }
    const double spread = estimate->s_d * std::sqrt(1 + 1 / static_cast<double>(estimate->n));
    const double off = std::abs(left_out - estimate->value);
    return off == 0 ? 1 : 2 * t_above(off / spread, estimate->df);
}

Suspicion suspicion_of(const ComparedPair& pair, double size, std::string says) {
    Suspicion suspicion = suspicion_at(pair, "odd-cycle", "warns", pair.stream, size);
    suspicion.says = std::move(says);
    suspicion.advice =
        "look at what the machine did in that cycle; measure again, nothing is left out of the "
        "verdict";
    return suspicion;
}

}  // namespace

std::vector<Suspicion> look_for_odd_cycles(std::span<const VisitGroup> groups,
                                           std::span<const ComparedPair> pairs) {
    const auto all = comparisons(groups, pairs);
    std::size_t tests = 0;
    for (const Comparison& one : all) {
        tests += one.d.size() >= fewest_for_words ? one.d.size() : 0;
    }
    const double level = detector_level(tests);
    std::vector<Suspicion> found;
    for (const Comparison& one : all) {
        const double margin = one.pair->margin->value;
        const Word word = word_of(one.d, margin);
        const double mean = mean_of(one.d);
        for (std::size_t k = 0; k < one.d.size(); ++k) {
            std::vector<double> others(one.d);
            others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
            const double without = mean_of(others);
            const double off = one.d[k] - without;
            const auto what = fmt::format("{} against cell {}", metric_words(one.pair->metric),
                                          one.pair->against);
            if (one.d.size() < fewest_for_words) {
                if ((mean < margin) != (without < margin)) {
                    found.push_back(suspicion_of(
                        *one.pair, off,
                        fmt::format("{}: without cycle {} of {} the estimate is on the other side "
                                    "of the margin (size only: too few cycles for a test)",
                                    what, one.cycles[k] + 1, one.d.size())));
                }
                continue;
            }
            const Word other_word = word_of(others, margin);
            const double p = p_of_new(one.d[k], others);
            if (other_word != word && p < level) {
                found.push_back(suspicion_of(
                    *one.pair, off,
                    fmt::format("{}: cycle {} of {} lies {} off the others ({}); without it the "
                                "plain 5 % interval says {} and not {}",
                                what, one.cycles[k] + 1, one.d.size(), percent_words(off),
                                p_words(p), to_text(other_word), to_text(word))));
            }
        }
    }
    return found;
}

}  // namespace stallscope
