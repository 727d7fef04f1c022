// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/quantile.h"
#include "core/busy_time.h"
#include "core/csv_text.h"
#include "core/min_max_pyramid.h"
#include "core/pooled_values.h"
#include "core/run_tally.h"
#include "core/sorted_values.h"
#include "core/time_series.h"
#include "fixtures/small_run.h"

using namespace stallscope::app;

class LiveValuesTest : public QObject {
    Q_OBJECT

private slots:
    void quantiles_are_those_of_the_engine();
    void values_in_any_order_come_sorted_while_more_arrive();
    void a_small_distribution_has_a_step_at_each_value();
    void a_large_distribution_is_exact_where_it_is_looked_at();
    void a_pyramid_finds_the_extremes_of_any_stretch();
    void a_series_in_any_order_has_the_envelope_of_its_values();
    void a_series_tells_the_value_in_force();
    void overlapping_requests_are_busy_once();
    void busy_time_of_many_requests_is_their_union();
    void only_requests_that_arrived_in_the_window_are_pooled();
    void a_visit_that_failed_is_taken_out_again();
    void means_of_legs_add_up();
    void rates_count_arrivals_in_whole_parts();
    void a_share_of_a_running_window_is_of_what_is_over();
    void csv_is_quoted_where_it_must_be();
};

void LiveValuesTest::quantiles_are_those_of_the_engine() {
    std::mt19937 random(3);
    std::lognormal_distribution<double> ms(0, 1);
    for (const int n : {1, 2, 3, 299, 1000}) {
        std::vector<std::int64_t> ns;
        std::vector<float> values;
        for (int i = 0; i < n; ++i) {
            ns.push_back(static_cast<std::int64_t>(ms(random) * 1e6));
            values.push_back(static_cast<float>(static_cast<double>(ns.back()) / 1e6));
        }
        std::sort(values.begin(), values.end());
        for (const double p : {0.0, 0.05, 0.5, 0.95, 0.99, 1.0}) {
            const double ours = *sorted_quantile(values, p);
            const double engines = *stallscope::quantile(ns, p) / 1e6;
            QVERIFY2(std::abs(ours - engines) <= 1e-6 * engines, qPrintable(QString::number(p)));
        }
    }
    QVERIFY(!sorted_quantile({}, 0.5));
    const std::vector<float> four = {1, 2, 3, 4};
    QCOMPARE(*sorted_quantile(four, 0.5), 2.5);
    QCOMPARE(*sorted_quantile(four, 0.95), 3.85);
}

void LiveValuesTest::values_in_any_order_come_sorted_while_more_arrive() {
    SortedValues values;
    std::vector<float> expected;
    std::mt19937 random(5);
    for (int round = 0; round < 5; ++round) {
        for (int i = 0; i < 100; ++i) {
            expected.push_back(static_cast<float>(random() % 1000));
            values.add(expected.back());
        }
        values.add(std::nanf(""));
        std::sort(expected.begin(), expected.end());
        const auto sorted = values.sorted();
        QVERIFY(std::equal(sorted.begin(), sorted.end(), expected.begin(), expected.end()));
        QCOMPARE(values.size(), expected.size());
    }
}

void LiveValuesTest::a_small_distribution_has_a_step_at_each_value() {
    const std::vector<float> values = {1, 2, 2, 4};
    QCOMPARE(ecdf_steps(values, 0.5, 8),
             (std::vector<EcdfStep>{{0.5, 0}, {1, 0.25}, {2, 0.75}, {4, 1}, {8, 1}}));
    QCOMPARE(ecdf_steps(values, 1.5, 3),
             (std::vector<EcdfStep>{{1.5, 0.25}, {2, 0.75}, {3, 0.75}}));
    QVERIFY(ecdf_steps({}, 1, 2).empty());
    QVERIFY(ecdf_steps(values, 0, 2).empty());
    QCOMPARE(ecdf_at(values, 2), 0.75);
    QCOMPARE(ecdf_at(values, 1.99), 0.25);
}

void LiveValuesTest::a_large_distribution_is_exact_where_it_is_looked_at() {
    std::vector<float> values;
    std::mt19937 random(1);
    std::lognormal_distribution<float> ms(0, 1);
    for (int i = 0; i < 50000; ++i) values.push_back(ms(random));
    std::sort(values.begin(), values.end());
    const std::vector<EcdfStep> steps = ecdf_steps(values, values.front(), values.back(), 500);
    QCOMPARE(steps.size(), std::size_t{500});
    QCOMPARE(steps.back().share, 1.0);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        QVERIFY(steps[i].x > steps[i - 1].x);
        const auto at_most = std::count_if(values.begin(), values.end(),
                                           [&](float value) { return value <= steps[i].x; });
        QCOMPARE(steps[i].share, static_cast<double>(at_most) / 50000);
    }
}

void LiveValuesTest::a_pyramid_finds_the_extremes_of_any_stretch() {
    std::mt19937 random(11);
    MinMaxPyramid pyramid;
    std::vector<float> values;
    for (int i = 0; i < 20000; ++i) {
        values.push_back(static_cast<float>(random() % 100000));
        pyramid.push_back(values.back());
        if (i == 9000) {
            values.resize(1234);
            pyramid.truncate(1234);
        }
    }
    QCOMPARE(pyramid.values(), values);
    for (int i = 0; i < 2000; ++i) {
        const std::size_t first = random() % (values.size() - 1);
        const std::size_t last = first + 1 + random() % (values.size() - first - 1);
        const auto [low, high] =
            std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first),
                                values.begin() + static_cast<std::ptrdiff_t>(last));
        QCOMPARE(pyramid.between(first, last), (MinMax{*low, *high}));
    }
}

void LiveValuesTest::a_series_in_any_order_has_the_envelope_of_its_values() {
    std::mt19937 random(2);
    TimeSeries series;
    std::vector<TimeSeries::Point> all;
    for (int batch = 0; batch < 40; ++batch) {
        std::vector<TimeSeries::Point> points;
        for (int i = 0; i < 200; ++i) {
            // Up to three batches late, as requests of many clients are.
            const double x = batch + static_cast<double>(random() % 3000) / 1000 - 3;
            points.push_back({x, static_cast<float>(random() % 1000)});
        }
        all.insert(all.end(), points.begin(), points.end());
        series.add(points);
    }
    QCOMPARE(series.size(), all.size());
    for (std::size_t i = 1; i < series.size(); ++i) QVERIFY(series.x(i - 1) <= series.x(i));
    std::size_t n = 0;
    const std::vector<EnvelopeColumn> columns = series.envelope(5, 25, 37);
    QVERIFY(columns.size() <= 37);
    const double half = 20.0 / 37 / 2;
    for (const EnvelopeColumn& column : columns) {
        n += column.n;
        MinMax seen{1e9F, -1e9F};
        for (const TimeSeries::Point& point : all) {
            if (point.x < column.x - half - 1e-9 || point.x >= column.x + half - 1e-9) continue;
            seen = {std::min(seen.low, point.y), std::max(seen.high, point.y)};
        }
        QCOMPARE(column.y, seen);
    }
    const auto [first, last] = series.places(5, 25);
    QCOMPARE(n, last - first);
    QVERIFY(series.envelope(100, 200, 10).empty());
}

void LiveValuesTest::a_series_tells_the_value_in_force() {
    TimeSeries series;
    series.add({{1, 10}, {2, 20}, {3, 30}});
    QCOMPARE(series.in_force(2.5, 1)->y, 20.0F);
    QCOMPARE(series.in_force(2, 1)->y, 20.0F);
    QVERIFY(!series.in_force(0.5, 1));
    QVERIFY(!series.in_force(9, 1));
}

void LiveValuesTest::overlapping_requests_are_busy_once() {
    BusyTime busy(10, 5);
    busy.add(-1, 1);
    busy.add(3, 4);
    busy.add(3.5, 4.5);
    busy.add(0.5, 5);
    busy.add(9, 12);
    QCOMPARE(busy.total(), 6.0);
    QCOMPARE(busy.parts(), (std::vector<double>{2, 2, 1, 0, 1}));
}

void LiveValuesTest::busy_time_of_many_requests_is_their_union() {
    std::mt19937 random(4);
    std::vector<std::pair<int, int>> spans;
    for (int i = 0; i < 30000; ++i) {
        const int begin = static_cast<int>(random() % 99000);
        spans.emplace_back(begin, begin + 1 + static_cast<int>(random() % 4));
    }
    std::sort(spans.begin(), spans.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<bool> covered(100000, false);
    BusyTime busy(100000, 10);
    for (const auto& [begin, end] : spans) {
        busy.add(begin, end);
        for (int i = begin; i < end; ++i) covered[static_cast<std::size_t>(i)] = true;
    }
    QCOMPARE(busy.total(), static_cast<double>(std::count(covered.begin(), covered.end(), true)));
}

void LiveValuesTest::only_requests_that_arrived_in_the_window_are_pooled() {
    SmallRun run(2);
    PooledValues values;
    const LiveChoice choice{QStringLiteral("gpu"), QStringLiteral("solo"), LegMetric::return_leg};
    QVERIFY(!values.update(run.data, QStringLiteral("A"), choice));
    run.start(0);
    run.answer(QStringLiteral("gpu"), -0.1, 1, 2, 100);
    run.answer(QStringLiteral("gpu"), 0, 1, 2, 3);
    run.answer(QStringLiteral("gpu"), 9.999, 1, 2, 1);
    run.answer(QStringLiteral("gpu"), 10, 1, 2, 100);
    run.answer(QStringLiteral("gpu"), 5, 1, 2, std::nanf(""));
    run.answer(QStringLiteral("ane"), 5, 1, 2, 50);
    run.finish();
    QVERIFY(values.update(run.data, QStringLiteral("A"), choice));
    QVERIFY(!values.update(run.data, QStringLiteral("A"), choice));
    run.start(4);
    run.answer(QStringLiteral("gpu"), 1, 1, 2, 2);
    QVERIFY(values.update(run.data, QStringLiteral("A"), choice));
    const auto sorted = values.sorted();
    QCOMPARE(std::vector<float>(sorted.begin(), sorted.end()), (std::vector<float>{1, 2, 3}));
    values.update(run.data, QStringLiteral("A"),
                  {choice.stream, choice.condition, LegMetric::dispatch});
    QCOMPARE(values.size(), std::size_t{3});
    QCOMPARE(values.sorted()[0], 1.0F);
}

void LiveValuesTest::a_visit_that_failed_is_taken_out_again() {
    SmallRun run(2);
    PooledValues values;
    const LiveChoice choice{QStringLiteral("gpu"), QStringLiteral("solo"), LegMetric::return_leg};
    run.start(0);
    run.answer(QStringLiteral("gpu"), 1, 1, 2, 3);
    values.update(run.data, QStringLiteral("A"), choice);
    QCOMPARE(values.size(), std::size_t{1});
    run.finish(QStringLiteral("failed"));
    QVERIFY(values.update(run.data, QStringLiteral("A"), choice));
    QCOMPARE(values.size(), std::size_t{0});
    run.start(0, 2);
    run.answer(QStringLiteral("gpu"), 1, 1, 2, 7);
    QVERIFY(values.update(run.data, QStringLiteral("A"), choice));
    QCOMPARE(values.sorted()[0], 7.0F);
}

void LiveValuesTest::means_of_legs_add_up() {
    SmallRun run;
    RunTally tally;
    run.start(0);
    run.answer(QStringLiteral("gpu"), 1, 1, 10, 3);
    tally.update(run.data);
    run.answer(QStringLiteral("gpu"), 2, 3, 20, 5);
    run.answer(QStringLiteral("gpu"), 3, 3, std::nanf(""), 500);
    run.answer(QStringLiteral("gpu"), -3, 300, 200, 500);
    run.finish();
    tally.update(run.data);
    const auto means = tally.leg_means(run.data, QStringLiteral("A"), QStringLiteral("solo"),
                                       QStringLiteral("gpu"));
    QVERIFY(means);
    QCOMPARE(means->n, 2);
    QCOMPARE(means->dispatch_ms, 2.0);
    QCOMPARE(means->service_ms, 15.0);
    QCOMPARE(means->return_ms, 4.0);
    QCOMPARE(
        tally.counted(run.data, QStringLiteral("A"), QStringLiteral("solo"), QStringLiteral("gpu")),
        3);
    QVERIFY(!tally.leg_means(run.data, QStringLiteral("B"), QStringLiteral("solo"),
                             QStringLiteral("gpu")));
}

void LiveValuesTest::rates_count_arrivals_in_whole_parts() {
    SmallRun run;
    RunTally tally;
    run.start(0);
    for (const double at_s : {0.1, 0.5, 0.9, 1.5, 2.5}) {
        run.answer(QStringLiteral("gpu"), at_s, 0, 1, 0);
    }
    tally.update(run.data);
    const auto rates = [&] {
        return tally.part_rates(run.data, QStringLiteral("A"), QStringLiteral("solo"),
                                QStringLiteral("gpu"));
    };
    QCOMPARE(rates().size(), std::size_t{2});
    QCOMPARE(rates()[0].rate_hz, 3.0);
    QCOMPARE(rates()[1].rate_hz, 1.0);
    const double start_s = run.data.visits()[0].start_s;
    QCOMPARE(rates()[1].begin_s, start_s + 1);
    QCOMPARE(rates()[1].end_s, start_s + 2);
    run.finish();
    QCOMPARE(rates().size(), std::size_t{10});
    QCOMPARE(rates()[9].rate_hz, 0.0);
}

void LiveValuesTest::a_share_of_a_running_window_is_of_what_is_over() {
    SmallRun run;
    RunTally tally;
    run.start(0);
    run.answer(QStringLiteral("gpu"), 0, 0, 500, 0);
    run.answer(QStringLiteral("gpu"), 1, 0, 1000, 0);
    tally.update(run.data);
    const auto share = [&] {
        return *tally.busy_share(run.data, QStringLiteral("A"), QStringLiteral("solo"),
                                 QStringLiteral("gpu"));
    };
    QCOMPARE(share(), 0.75);
    run.finish();
    QCOMPARE(share(), 0.15);
}

void LiveValuesTest::csv_is_quoted_where_it_must_be() {
    QCOMPARE(csv_line({QStringLiteral("a,b"), QStringLiteral("say \"x\""), QStringLiteral("c")}),
             QByteArray("\"a,b\",\"say \"\"x\"\"\",c\r\n"));
    QCOMPARE(csv_number(0.1), QStringLiteral("0.1"));
    QCOMPARE(csv_number(0.1F), QStringLiteral("0.1"));
    QCOMPARE(csv_number(std::nan("")), QString());
}

QTEST_MAIN(LiveValuesTest)
#include "live_values_test.moc"
