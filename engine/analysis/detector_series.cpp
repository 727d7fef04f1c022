// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_series.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace stallscope {
namespace {

std::string cell_of(const std::string& before) {
    return before.substr(0, before.find('/'));
}

/// Points while their classes are still names.
struct Names {
    std::map<std::string, std::size_t> strata;
    std::map<std::tuple<int, int, std::string>, std::size_t> passes;
    std::set<std::string> conditions;
};

void add_group(RunSeries& series, Names& names, const VisitGroup& group) {
    std::vector<const DigestedVisit*> there;
    std::copy_if(group.halves.begin(), group.halves.end(), std::back_inserter(there),
                 [](const DigestedVisit* visit) { return visit->digest.typical_log.has_value(); });
    if (there.size() < 2) {
        return;
    }
    const std::size_t stratum =
        names.strata.emplace(group.cell + "/" + group.condition, names.strata.size()).first->second;
    names.conditions.insert(group.condition);
    for (const DigestedVisit* visit : there) {
        const std::size_t pass =
            names.passes
                .emplace(std::tuple(visit->cycle, visit->half, group.condition),
                         names.passes.size())
                .first->second;
        series.mirrored = series.mirrored || visit->mirrored;
        series.points.push_back({*visit->digest.typical_log, visit->position, visit->cycle, stratum,
                                 pass, cell_of(visit->before)});
    }
}

}  // namespace

std::vector<RunSeries> series_of(std::span<const VisitGroup> groups) {
    std::map<std::pair<std::string, std::string>, std::pair<RunSeries, Names>> by_metric;
    for (const VisitGroup& group : groups) {
        auto& [series, names] = by_metric[{group.stream, group.metric}];
        add_group(series, names, group);
    }
    std::vector<RunSeries> all;
    for (auto& [key, made] : by_metric) {
        auto& [series, names] = made;
        series.stream = key.first;
        series.metric = key.second;
        series.strata = names.strata.size();
        series.passes = names.passes.size();
        series.conditions = names.conditions.size();
        std::stable_sort(
            series.points.begin(), series.points.end(),
            [](const SeriesPoint& a, const SeriesPoint& b) { return a.position < b.position; });
        all.push_back(std::move(series));
    }
    return all;
}

void remove_means(std::vector<double>& values, std::span<const std::size_t> classes,
                  std::size_t count) {
    std::vector<double> sum(count, 0);
    std::vector<double> n(count, 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum[classes[i]] += values[i];
        n[classes[i]] += 1;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] -= sum[classes[i]] / n[classes[i]];
    }
}

std::vector<std::size_t> strata_of(const RunSeries& series) {
    std::vector<std::size_t> classes;
    for (const SeriesPoint& point : series.points) {
        classes.push_back(point.stratum);
    }
    return classes;
}

std::vector<std::size_t> passes_of(const RunSeries& series) {
    std::vector<std::size_t> classes;
    for (const SeriesPoint& point : series.points) {
        classes.push_back(point.pass);
    }
    return classes;
}

std::vector<double> residuals_of(const RunSeries& series) {
    std::vector<double> values;
    for (const SeriesPoint& point : series.points) {
        values.push_back(point.log);
    }
    remove_means(values, strata_of(series), series.strata);
    return values;
}

}  // namespace stallscope
