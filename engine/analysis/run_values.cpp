// SPDX-License-Identifier: Apache-2.0
#include "analysis/run_values.h"

#include <algorithm>

namespace stallscope {

const StreamValues* RunValues::find(const StreamPlace& place) const {
    const auto found = streams.find(place);
    return found == streams.end() ? nullptr : &found->second;
}

std::map<std::string, std::vector<Figure>> wanted_figures(const Experiment& experiment) {
    std::map<std::string, std::vector<Figure>> wanted;
    for (const Criterion& criterion : experiment.criteria) {
        if (criterion.statistic.empty() || criterion.stream.empty()) {
            continue;
        }
        std::vector<Figure>& figures = wanted[criterion.stream];
        const Figure figure{criterion.metric, criterion.statistic};
        if (std::find(figures.begin(), figures.end(), figure) == figures.end()) {
            figures.push_back(figure);
        }
    }
    return wanted;
}

std::optional<Statistic> statistic_of(std::string_view name) {
    struct Known {
        std::string_view name;
        Statistic statistic;
    };
    constexpr Known known[] = {{"typical", Statistic::typical}, {"p50", Statistic::p50},
                               {"mean", Statistic::mean},       {"total", Statistic::mean},
                               {"p95", Statistic::p95},         {"p99", Statistic::p99}};
    for (const Known& one : known) {
        if (one.name == name) {
            return one.statistic;
        }
    }
    return std::nullopt;
}

CostScale scale_of(std::string_view metric) {
    return metric == "throughput" ? CostScale::rate : CostScale::time;
}

const Cell* duplicate_of(const Experiment& experiment, const Cell& cell,
                         std::string_view condition) {
    for (const Cell& other : experiment.cells) {
        const bool measured = std::find(other.conditions.begin(), other.conditions.end(),
                                        condition) != other.conditions.end();
        if (other.duplicate_of == cell.id && measured && other.streams == cell.streams &&
            other.host == cell.host) {
            return &other;
        }
    }
    return nullptr;
}

}  // namespace stallscope
