// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metric_definitions.h"

#include <QSet>
#include <QtTest>

#include "analysis/legs.h"
#include "plan/metrics.h"

using namespace stallscope::app;

class MetricDefinitionsTest : public QObject {
    Q_OBJECT

private slots:
    void every_measure_of_the_engine_is_defined();
    void a_definition_is_whole();
    void a_tooltip_says_unit_stamps_and_meaning();
};

void MetricDefinitionsTest::every_measure_of_the_engine_is_defined() {
    QStringList names;
    for (const auto leg : stallscope::all_legs()) {
        names << QString::fromStdString(std::string(stallscope::name_of(leg)));
    }
    for (const auto step : stallscope::all_path_steps()) {
        names << QString::fromStdString(std::string(stallscope::name_of(step)));
    }
    for (const auto& metric : stallscope::all_metrics()) {
        names << QString::fromStdString(std::string(metric.name));
    }
    for (const QString& name : names) {
        QVERIFY2(find_metric_definition(name) != nullptr, qPrintable(name));
    }
    QCOMPARE(find_metric_definition(u"nonsense"), nullptr);
}

void MetricDefinitionsTest::a_definition_is_whole() {
    QSet<QString> ids;
    for (const MetricDefinition& metric : metric_definitions()) {
        QVERIFY2(!ids.contains(metric.id), qPrintable(metric.id));
        ids.insert(metric.id);
        QVERIFY2(!metric.name.isEmpty() && metric.says.endsWith('.'), qPrintable(metric.id));
        // What lies between two stamps is a time.
        QVERIFY2(metric.span.isEmpty() || metric.unit == "ms", qPrintable(metric.id));
    }
}

void MetricDefinitionsTest::a_tooltip_says_unit_stamps_and_meaning() {
    const QStringList lines = metric_tooltip(u"return").split('\n');
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], "return leg (ms)");
    QCOMPARE(lines[1], QString::fromUtf8("service_end → received"));
    QCOMPARE(metric_tooltip(u"mismatches").split('\n')[0], "mismatches");
    QCOMPARE(metric_tooltip(u"nonsense"), "");
}

QTEST_GUILESS_MAIN(MetricDefinitionsTest)
#include "metric_definitions_test.moc"
