// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_legs.h"

#include <fmt/format.h>

#include <set>

#include "analysis/detector_statistics.h"
#include "plan/experiment.h"

namespace stallscope {
namespace {

constexpr double least_leg_gap = 0.05;

const Stream* stream_of(const Cell& cell, const std::string& name) {
    const auto found = cell.streams.find(name);
    return found == cell.streams.end() ? nullptr : &found->second;
}

/// Declared the same in both cells, and served by a host that is.
bool untouched(const Cell& cell, const Cell& other, const std::string& stream) {
    const Stream* mine = stream_of(cell, stream);
    const Stream* theirs = stream_of(other, stream);
    return mine != nullptr && theirs != nullptr && *mine == *theirs && cell.host == other.host;
}

}  // namespace

std::vector<Suspicion> look_for_moved_legs(std::span<const VisitGroup> groups,
                                           std::span<const ComparedPair> pairs,
                                           const Experiment* experiment) {
    struct Test {
        const ComparedPair* pair;
        const VisitGroup* b;
        const VisitGroup* a;
    };
    std::vector<Test> tests;
    std::set<PairKey> seen;
    for (const ComparedPair& pair : pairs) {
        const Cell* cell = experiment == nullptr ? nullptr : experiment->find_cell(pair.cell);
        const Cell* other = experiment == nullptr ? nullptr : experiment->find_cell(pair.against);
        if (cell == nullptr || other == nullptr) {
            continue;
        }
        for (const auto& [stream, declared] : cell->streams) {
            if (!untouched(*cell, *other, stream) || !seen.insert(key_of(pair, stream)).second) {
                continue;
            }
            for (const std::string_view metric : {"device", "service"}) {
                const auto* b = find_group(groups, pair.cell, pair.condition, stream, metric);
                const auto* a = find_group(groups, pair.against, pair.condition, stream, metric);
                if (b != nullptr && a != nullptr) {
                    tests.push_back({&pair, b, a});
                    break;
                }
            }
        }
    }
    const double level = detector_level(tests.size());
    std::vector<Suspicion> found;
    for (const Test& test : tests) {
        const auto shift =
            notable_shift(cycle_differences(*test.b, *test.a, Statistic::typical), level, 0);
        if (!shift || !off_by_share(shift->size, least_leg_gap)) {
            continue;
        }
        Suspicion suspicion =
            suspicion_at(*test.pair, "untouched-leg", "warns", test.b->stream, shift->size);
        suspicion.says = fmt::format(
            "{} differs by {} from cell {}, although this stream and the host are declared the "
            "same in both ({})",
            metric_words(test.b->metric), percent_words(shift->size), test.pair->against,
            test_words(*shift, "cycles"));
        suspicion.advice =
            "the cells differ in more than the declared factor (shared cores, memory, frequency); "
            "say so beside the verdict, or take the leg out of what is compared";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
