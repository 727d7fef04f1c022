// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_errors.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

constexpr double least_share_gap = 0.001;
constexpr double fewest_more_errors = 5;

}  // namespace

std::vector<Suspicion> look_for_unequal_errors(std::span<const CycleErrors> errors,
                                               std::span<const ComparedPair> pairs) {
    using Cycles = std::map<int, const CycleErrors*>;
    std::map<std::tuple<std::string, std::string, std::string>, Cycles> by_place;
    for (const CycleErrors& cycle : errors) {
        if (cycle.requests > 0) {
            by_place[{cycle.cell, cycle.condition, cycle.stream}][cycle.cycle] = &cycle;
        }
    }
    struct Test {
        const ComparedPair* pair;
        std::string stream;
        std::vector<double> differences;
        double more = 0;
    };
    std::vector<Test> tests;
    std::set<PairKey> seen;
    for (const ComparedPair& pair : pairs) {
        for (const auto& [place, cycles] : by_place) {
            const auto& [cell, condition, stream] = place;
            const auto other = by_place.find({pair.against, condition, stream});
            if (cell != pair.cell || condition != pair.condition || other == by_place.end() ||
                !seen.insert(key_of(pair, stream)).second) {
                continue;
            }
            Test test{&pair, stream, {}, 0};
            for (const auto& [cycle, mine] : cycles) {
                const auto theirs = other->second.find(cycle);
                if (theirs != other->second.end()) {
                    test.differences.push_back(mine->errors / mine->requests -
                                               theirs->second->errors / theirs->second->requests);
                    test.more += mine->errors - theirs->second->errors;
                }
            }
            tests.push_back(std::move(test));
        }
    }
    const double level = detector_level(tests.size());
    std::vector<Suspicion> found;
    for (const Test& test : tests) {
        const auto shift = shift_of(test.differences);
        if (!shift || std::abs(shift->mean) <= least_share_gap) {
            continue;
        }
        const bool fires =
            shift->size_only ? std::abs(test.more) >= fewest_more_errors : shift->p < level;
        if (!fires) {
            continue;
        }
        Suspicion suspicion =
            suspicion_at(*test.pair, "unequal-errors", "warns", test.stream, shift->mean);
        suspicion.says =
            fmt::format("{:.2f} points {} of the requests end in an error than in cell {} ({})",
                        std::abs(shift->mean) * 100, shift->mean > 0 ? "more" : "fewer",
                        test.pair->against, test_words(*shift, "cycles"));
        suspicion.advice =
            "requests that fail are faster or slower than those that work: mend the cause before "
            "comparing times";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
