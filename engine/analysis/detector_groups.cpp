// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_groups.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace stallscope {
namespace {

constexpr double one_percent = 0.01;

std::optional<double> cost(const HalfDigest& half, Statistic statistic) {
    const auto& log = statistic == Statistic::mean ? half.mean_log : half.typical_log;
    return log ? std::optional(half.rate ? -*log : *log) : std::nullopt;
}

}  // namespace

double VisitGroup::least_size() const {
    return std::max(std::log1p(one_percent), margin / 4);
}

std::vector<VisitGroup> groups_of(const DetectorInput& input) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, VisitGroup> by_place;
    for (const DigestedVisit& visit : input.visits) {
        if (visit.digest.n == 0) {
            continue;
        }
        VisitGroup& group = by_place[{visit.cell, visit.condition, visit.stream, visit.metric}];
        group.halves.push_back(&visit);
    }
    std::vector<VisitGroup> groups;
    for (auto& [place, group] : by_place) {
        std::tie(group.cell, group.condition, group.stream, group.metric) = place;
        std::stable_sort(group.halves.begin(), group.halves.end(),
                         [](const DigestedVisit* a, const DigestedVisit* b) {
                             return a->position < b->position;
                         });
        const auto margin = input.margins.find({group.stream, group.condition, group.metric});
        group.margin = margin == input.margins.end() ? 0 : std::abs(margin->second);
        groups.push_back(std::move(group));
    }
    return groups;
}

std::string metric_words(std::string_view metric) {
    return metric == "throughput" ? "throughput" : std::string(metric) + " time";
}

std::map<int, double> cycle_values(const VisitGroup& group, Statistic statistic) {
    std::map<int, double> sums;
    std::map<int, int> counts;
    if (statistic != Statistic::typical && statistic != Statistic::mean) {
        return sums;
    }
    int most = 0;
    for (const DigestedVisit* visit : group.halves) {
        if (const auto y = cost(visit->digest, statistic)) {
            sums[visit->cycle] += *y;
            most = std::max(most, ++counts[visit->cycle]);
        }
    }
    for (const auto& [cycle, count] : counts) {
        if (count < most) {
            sums.erase(cycle);
        } else {
            sums[cycle] /= count;
        }
    }
    return sums;
}

std::vector<double> cycle_differences(const VisitGroup& b, const VisitGroup& a,
                                      Statistic statistic) {
    const auto of_a = cycle_values(a, statistic);
    std::vector<double> differences;
    for (const auto& [cycle, y] : cycle_values(b, statistic)) {
        if (const auto other = of_a.find(cycle); other != of_a.end()) {
            differences.push_back(y - other->second);
        }
    }
    return differences;
}

const VisitGroup* find_group(std::span<const VisitGroup> groups, std::string_view cell,
                             std::string_view condition, std::string_view stream,
                             std::string_view metric) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const VisitGroup& group) {
        return group.cell == cell && group.condition == condition && group.stream == stream &&
               group.metric == metric;
    });
    return found == groups.end() ? nullptr : &*found;
}

}  // namespace stallscope
