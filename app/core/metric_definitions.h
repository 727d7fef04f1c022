// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringView>
#include <QVector>

namespace stallscope::app {

/// What a measure is, for tooltips and first-run texts.
struct MetricDefinition {
    QString id;    ///< as in results.json and in criteria: "return", "lock_wait", "throughput"…
    QString name;  ///< for titles: "return leg"
    QString unit;  ///< "ms", "requests/s"; empty where it has none
    QString span;  ///< of a leg, its stamps: "service_end → received"; else empty
    QString says;  ///< one or two plain sentences

    bool operator==(const MetricDefinition&) const = default;
};

/// All of them: legs, steps of the reply's path, rates and counts, alignment.
const QVector<MetricDefinition>& metric_definitions();

/// nullptr: no such measure.
const MetricDefinition* find_metric_definition(QStringView id);

/// Name, unit, stamps and definition as plain text, each once: a tooltip. Empty for unknown ids.
QString metric_tooltip(QStringView id);

}  // namespace stallscope::app
