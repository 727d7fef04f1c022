// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "charts/crossover_chart.h"
#include "charts/thread_chart.h"

using namespace stallscope;
using namespace stallscope::app;

namespace {

ThreadCurve curve(const QString& name, double one_ms, double eight_ms) {
    return {name, {{"one", 1, one_ms, one_ms * 2, 0}, {"eight", 8, eight_ms, eight_ms * 2, 7}}};
}

CrossoverMap map_of(std::vector<bool> shares) {
    CrossoverMap map;
    map.title = "mimetic, full, flat";
    map.sizes = {500, 8000};
    map.counts = {4, 64};
    map.fields = {{1, 1, 0.01, 0.01}, {2, 1.5, 0.3, 0.2}, {0, 1, 0, 0}, {2, 1.8, 1.8, 1}};
    map.measured = 3;
    map.policies = {{"bytes", 0.01, 0.5, std::move(shares)}};
    return map;
}

}  // namespace

class LabChartsTest : public QObject {
    Q_OBJECT

private slots:
    void a_thread_chart_tells_its_curves();
    void a_thread_chart_without_curves_says_why();
    void a_crossover_tells_its_fields_and_policies();
    void another_map_takes_the_place_of_the_first();
};

void LabChartsTest::a_thread_chart_tells_its_curves() {
    ThreadChart chart;
    chart.resize(500, 400);
    chart.show();
    chart.show_curves({curve("page", 0.06, 0.3), curve("large", 4, 2)}, {});
    QVERIFY2(chart.summary().contains("page: least 0.0600 ms with 1 thread"),
             qPrintable(chart.summary()));
    QVERIFY(chart.summary().contains("most 0.300 ms with 8 thread"));
    QVERIFY(chart.values_at(8).contains("large: 2.00 ms, 7.00 started"));
    QVERIFY(chart.values_at(3).isEmpty());
    QCOMPARE(chart.csv().count('\n'), 5);
    QVERIFY(chart.x_low() < 1 && chart.x_high() > 8);
    chart.set_x_range(2, 10);
    QCOMPARE(chart.csv().count('\n'), 3);
}

void LabChartsTest::a_thread_chart_without_curves_says_why() {
    ThreadChart chart;
    chart.show_curves({}, "No two cells differ in the number of threads alone");
    QVERIFY(chart.summary().isEmpty());
    QCOMPARE(chart.csv().count('\n'), 1);
}

void LabChartsTest::a_crossover_tells_its_fields_and_policies() {
    CrossoverChart chart;
    chart.resize(600, 400);
    chart.show();
    chart.show_map(map_of({false, false, false, true}));
    QVERIFY2(chart.summary().contains("several workers are best in 2 of 3 batch sizes"),
             qPrintable(chart.summary()));
    QVERIFY(chart.summary().contains("worst 50.0 %"));
    QVERIFY(chart.values_at(1).contains("8000 bytes: 1.80 ms with one worker, 1.00 ms with 2"));
    QVERIFY2(!chart.values_at(0).contains("8000"), "that field was not measured");
    const QByteArray csv = chart.csv();
    QCOMPARE(csv.count('\n'), 4);
    QVERIFY(csv.contains("8000,64,2,1.8,1,1.8,yes"));
}

void LabChartsTest::another_map_takes_the_place_of_the_first() {
    CrossoverChart chart;
    chart.resize(600, 400);
    chart.show();
    chart.show_map(map_of({false, true, false, true}));
    CrossoverMap other = map_of({true, true, true, true});
    other.title = "gmime, full, flat";
    other.policies.push_back({"cost", 0, 0, {false, true, false, true}});
    chart.show_map(other);
    QVERIFY(chart.summary().startsWith("Crossover: gmime, full, flat"));
    QVERIFY(!chart.image(1).isNull());
}

QTEST_MAIN(LabChartsTest)
#include "lab_charts_test.moc"
