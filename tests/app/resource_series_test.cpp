// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource_series.h"

#include <QTest>
#include <cmath>

#include "fixtures/stored_run.h"
#include "plan/seal.h"

using namespace stallscope;
using namespace stallscope::app;

class ResourceSeriesTest : public QObject {
    Q_OBJECT

private slots:
    void counters_become_rates_and_visits_are_parted();
    void processes_of_one_role_are_one_line();
    void what_is_not_known_is_a_quantity_of_its_own();
    void a_run_gives_its_windows_and_readings();
};

void ResourceSeriesTest::counters_become_rates_and_visits_are_parted() {
    Resources resources;
    const std::vector<SampleRow> visit = {{0, "pressure_cpu_us", 1000},
                                          {2'000'000'000, "pressure_cpu_us", 41'000},
                                          {4'000'000'000, "pressure_cpu_us", 41'000}};
    add_readings(resources, 10, visit);
    add_readings(resources, 100, visit);
    const ResourceQuantity* pressure = resources.find("pressure");
    QVERIFY(pressure != nullptr);
    QCOMPARE(pressure->unit, QStringLiteral("%"));
    QCOMPARE(pressure->lines.size(), std::size_t{1});
    const ResourceLine& line = pressure->lines[0];
    // 40 ms stalled in 2 s are 2 %, in the middle between the two readings.
    QCOMPARE(line.at_s, (std::vector<double>{11, 13, 101, 101, 103}));
    QCOMPARE(line.value[0], 2.0);
    QCOMPARE(line.value[1], 0.0);
    QVERIFY(std::isnan(line.value[2]));
    QCOMPARE(line.value[3], 2.0);
}

void ResourceSeriesTest::processes_of_one_role_are_one_line() {
    Resources resources;
    add_readings(resources, 0,
                 {{0, "rss_bytes/17-host", 1 << 20}, {0, "rss_bytes/18-worker-my-gpu", 2 << 20}});
    add_readings(resources, 5, {{0, "rss_bytes/27-host", 3 << 20}});
    const ResourceQuantity* memory = resources.find("resident");
    QVERIFY(memory != nullptr);
    QCOMPARE(memory->lines.size(), std::size_t{2});
    QCOMPARE(memory->lines[0].name, QStringLiteral("host"));
    QCOMPARE(memory->lines[0].value.size(), std::size_t{3});
    QCOMPARE(memory->lines[0].value[2], 3.0);
    QCOMPARE(memory->lines[1].name, QStringLiteral("worker my-gpu"));
    QCOMPARE(memory->lines[1].value, (std::vector<double>{2}));
}

void ResourceSeriesTest::what_is_not_known_is_a_quantity_of_its_own() {
    Resources resources;
    add_readings(resources, 0, {{0, "fan_rpm", 900}, {0, "tree_cpu", 1.5}});
    QCOMPARE(resources.quantities.size(), std::size_t{2});
    QCOMPARE(resources.quantities[0].id, QStringLiteral("cpu"));
    QCOMPARE(resources.quantities[1].title, QStringLiteral("fan_rpm"));
    QCOMPARE(resources.quantities[1].lines[0].value, (std::vector<double>{900}));
}

void ResourceSeriesTest::a_run_gives_its_windows_and_readings() {
    const StoredRun run;
    const auto file = run.open();
    const auto plan = by_hand::must(unseal(by_hand::must(file->reader()->sealed_text())));
    Resources resources;
    QVERIFY(read_resources(*file->reader(), plan, file->visits(), [&](const Resources& some) {
        resources = some;
        return true;
    }));
    QCOMPARE(resources.visits_read, 6);
    QCOMPARE(resources.windows.size(), std::size_t{6});
    QCOMPARE(resources.windows[0].from_s, 1.3);  // host, settle, lead, warm-up
    QCOMPARE(resources.windows[1].from_s, 5.3);
    QCOMPARE(resources.windows[1].to_s, 6.9);
    QCOMPARE(resources.windows[1].cell, QStringLiteral("held"));
    // 80 ms in 1.6 s.
    QCOMPARE(resources.find("pressure")->lines[0].value[0], 5.0);
    QCOMPARE(resources.find("resident")->lines.size(), std::size_t{1});
}

QTEST_GUILESS_MAIN(ResourceSeriesTest)
#include "resource_series_test.moc"
