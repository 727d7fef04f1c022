// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_names.h"

#include "core/metric_definitions.h"

namespace stallscope::app {
const std::vector<AnyLeg>& any_legs() {
    static const std::vector<AnyLeg> legs = [] {
        std::vector<AnyLeg> all;
        for (const Leg leg : all_legs()) all.emplace_back(leg);
        for (const PathStep step : all_path_steps()) all.emplace_back(step);
        return all;
    }();
    return legs;
}

QString leg_title(AnyLeg leg) {
    const MetricDefinition* metric = find_metric_definition(QString::fromStdString(leg_key(leg)));
    if (metric == nullptr) return QString::fromStdString(leg_key(leg));
    return metric->name.left(1).toUpper() + metric->name.mid(1);
}

QString leg_definition(AnyLeg leg) {
    return metric_tooltip(QString::fromStdString(leg_key(leg)));
}

std::string leg_key(AnyLeg leg) {
    return std::visit([](auto one) { return std::string(name_of(one)); }, leg);
}

std::int64_t any_leg_ns(AnyLeg leg, const RequestRow& row) {
    if (const Leg* one = std::get_if<Leg>(&leg)) return leg_ns(*one, row);
    return path_ns(std::get<PathStep>(leg), row);
}

}  // namespace stallscope::app
