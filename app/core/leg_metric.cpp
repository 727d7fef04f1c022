// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_metric.h"

#include "core/metric_definitions.h"

namespace stallscope::app {
QList<LegMetric> leg_metrics() {
    return {LegMetric::return_leg, LegMetric::occupancy, LegMetric::service, LegMetric::dispatch,
            LegMetric::e2e};
}

QString leg_id(LegMetric metric) {
    switch (metric) {
        case LegMetric::return_leg:
            return QStringLiteral("return");
        case LegMetric::occupancy:
            return QStringLiteral("occupancy");
        case LegMetric::service:
            return QStringLiteral("service");
        case LegMetric::dispatch:
            return QStringLiteral("dispatch");
        case LegMetric::e2e:
            return QStringLiteral("e2e");
    }
    return {};
}

QString leg_title(LegMetric metric) {
    const MetricDefinition* definition = find_metric_definition(leg_id(metric));
    if (definition == nullptr) return leg_id(metric);
    return definition->name.left(1).toUpper() + definition->name.mid(1);
}

float leg_ms(const StreamColumns& columns, std::size_t place, LegMetric metric) {
    switch (metric) {
        case LegMetric::return_leg:
            return columns.return_ms[place];
        case LegMetric::occupancy:
            return columns.occupancy_ms[place];
        case LegMetric::service:
            return columns.service_ms[place];
        case LegMetric::dispatch:
            return columns.occupancy_ms[place] - columns.service_ms[place] -
                   columns.return_ms[place];
        case LegMetric::e2e:
            return columns.e2e_ms[place];
    }
    return 0;
}

}  // namespace stallscope::app
