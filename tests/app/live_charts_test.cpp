// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <random>

#include "analysis/quantile.h"
#include "charts/criteria_forest.h"
#include "charts/leg_ecdf_chart.h"
#include "charts/occupancy_chart.h"
#include "charts/series_chart.h"
#include "charts/stacked_legs_chart.h"
#include "charts/themed_plot.h"
#include "charts/throughput_chart.h"
#include "fixtures/small_run.h"

using namespace stallscope::app;

class LiveChartsTest : public QObject {
    Q_OBJECT

private slots:
    void the_distribution_has_the_engines_quantiles();
    void the_distribution_gives_no_p99_of_few_requests();
    void the_distribution_follows_the_choice();
    void the_distribution_tells_its_share_at_the_cursor();
    void the_series_has_a_mark_for_each_counted_request();
    void the_series_draws_columns_where_there_are_many();
    void the_series_saves_what_is_in_view();
    void mean_legs_are_stacked_in_their_order();
    void occupancy_is_the_share_of_the_windows();
    void throughput_is_that_of_tenths();
    void criteria_are_told_with_word_value_and_bound();
    void criteria_of_ratios_have_axes_of_their_own();
    void a_criterion_without_a_scale_is_still_told();
    void nothing_measured_is_said();
    void charts_are_drawn_in_both_themes();

private:
    static LiveChoice returns(const char* condition = "solo") {
        return {QStringLiteral("gpu"), QLatin1String(condition), LegMetric::return_leg};
    }
    static std::vector<float> values(int n, unsigned seed) {
        std::mt19937 random(seed);
        std::lognormal_distribution<float> ms(0, 1);
        std::vector<float> all;
        for (int i = 0; i < n; ++i) all.push_back(ms(random));
        return all;
    }
    static QVector<CriterionState> two_criteria();
};

QVector<CriterionState> LiveChartsTest::two_criteria() {
    CriterionState bound;
    bound.id = QStringLiteral("gpu-return");
    bound.says = QStringLiteral("GPU return leg at most 0.5 ms");
    bound.status = QStringLiteral("met");
    bound.value = 0.25;
    bound.low = 0.2;
    bound.high = 0.3;
    bound.margin = 0.5;
    bound.unit = QStringLiteral("ms");
    bound.look = 3;
    bound.locked_at = 3;
    CriterionState ratio;
    ratio.id = QStringLiteral("ane-tail");
    ratio.says = QStringLiteral("no ANE tail regression");
    ratio.status = QStringLiteral("undecided");
    ratio.value = 1.02;
    ratio.low = 0.9;
    ratio.high = 1.2;
    ratio.low95 = 0.95;
    ratio.high95 = 1.1;
    ratio.margin = 1.05;
    ratio.unit = QStringLiteral("ratio");
    ratio.look = 4;
    return {bound, ratio};
}

void LiveChartsTest::the_distribution_has_the_engines_quantiles() {
    SmallRun run;
    const std::vector<float> ms = values(3000, 1);
    run.start(0);
    run.answers(QStringLiteral("gpu"), ms);
    LegEcdfChart chart;
    chart.show_run(run.data, returns());
    QCOMPARE(chart.count(QStringLiteral("A")), 3000);
    std::vector<std::int64_t> ns;
    for (const float value : ms) {
        ns.push_back(static_cast<std::int64_t>(std::llround(static_cast<double>(value) * 1e6)));
    }
    const stallscope::Summary engines = stallscope::summarise_ms(ns);
    const auto close = [](double ours, double theirs) { return std::abs(ours - theirs) < 2e-6; };
    QVERIFY(close(*chart.quantile_ms(QStringLiteral("A"), 0.5), *engines.p50));
    QVERIFY(close(*chart.quantile_ms(QStringLiteral("A"), 0.95), *engines.p95));
    QVERIFY(close(*chart.quantile_ms(QStringLiteral("A"), 0.99), *engines.p99));
    QVERIFY(chart.summary().contains(QStringLiteral("Cell A: n = 3000, P50 ")));
    QVERIFY(!chart.summary().contains(QStringLiteral("Cell B")));
}

void LiveChartsTest::the_distribution_gives_no_p99_of_few_requests() {
    SmallRun run;
    run.start(0);
    run.answers(QStringLiteral("gpu"), values(298, 1));
    LegEcdfChart chart;
    chart.show_run(run.data, returns());
    QVERIFY(chart.quantile_ms(QStringLiteral("A"), 0.95));
    QVERIFY(!chart.quantile_ms(QStringLiteral("A"), 0.99));
    QVERIFY(chart.summary().contains(QStringLiteral("P99 – ms")));
    run.answer(QStringLiteral("gpu"), 9.9, 1, 2, 3);
    chart.show_run(run.data, returns());
    QVERIFY(chart.quantile_ms(QStringLiteral("A"), 0.99));
}

void LiveChartsTest::the_distribution_follows_the_choice() {
    SmallRun run;
    run.start(0);
    run.answers(QStringLiteral("gpu"), {1, 2, 4});
    run.finish();
    run.start(3);
    run.answers(QStringLiteral("gpu"), {10, 20});
    LegEcdfChart chart;
    chart.show_run(run.data, returns());
    QCOMPARE(chart.title(), QStringLiteral("Return leg of gpu, solo: distribution"));
    chart.set_x_range(0.5, 8);
    QCOMPARE(chart.csv(), QByteArray("cell,return_ms,share_at_most\r\nA,0.5,0\r\n"
                                     "A,1,0.3333333333333333\r\nA,2,0.6666666666666666\r\n"
                                     "A,4,1\r\nA,8,1\r\n"));
    chart.show_run(run.data, returns("both"));
    QCOMPARE(chart.count(QStringLiteral("A")), 0);
    QCOMPARE(chart.count(QStringLiteral("B")), 2);
    QCOMPARE(*chart.quantile_ms(QStringLiteral("B"), 0.5), 15.0);
    LiveChoice service = returns("both");
    service.metric = LegMetric::service;
    chart.show_run(run.data, service);
    QCOMPARE(*chart.quantile_ms(QStringLiteral("B"), 0.5), 2.0);
}

void LiveChartsTest::the_distribution_tells_its_share_at_the_cursor() {
    SmallRun run;
    run.start(0);
    run.answers(QStringLiteral("gpu"), {1, 2, 4, 8});
    LegEcdfChart chart;
    chart.show_run(run.data, returns());
    QCOMPARE(chart.values_at(4.5), QStringLiteral("A: 75.0 % at most"));
    QCOMPARE(chart.values_at(0.5), QStringLiteral("A: 0.0 % at most"));
}

void LiveChartsTest::the_series_has_a_mark_for_each_counted_request() {
    SmallRun run;
    run.start(0);
    run.answer(QStringLiteral("gpu"), -1, 1, 2, 100);
    run.answer(QStringLiteral("gpu"), 1, 1, 2, 3);
    run.answer(QStringLiteral("gpu"), 2, 1, 2, 5);
    run.finish();
    run.start(1);
    run.answer(QStringLiteral("gpu"), 1, 1, 2, 7);
    SeriesChart chart;
    chart.resize(400, 300);
    chart.show_run(run.data, returns());
    QCOMPARE(chart.count(QStringLiteral("A")), 2);
    QCOMPARE(chart.count(QStringLiteral("B")), 1);
    const double a_start = run.data.visits()[0].start_s;
    QCOMPARE(chart.values_at(a_start + 2.1), QStringLiteral("A: 5.00 ms"));
    QCOMPARE(chart.summary(),
             QStringLiteral("Return leg of stream gpu in condition solo over the run. Cell A: n = "
                            "2, from 3.00 ms to 5.00 ms. Cell B: n = 1, from 7.00 ms to 7.00 ms."));
    // The whole windows are in view, also what is still to come of the one that runs.
    const VisitData& last = run.data.visits().back();
    QVERIFY(chart.x_high() >= last.start_s + last.window_s);
    QVERIFY(chart.x_low() <= a_start);
    run.finish(QStringLiteral("failed"));
    chart.show_run(run.data, returns());
    QCOMPARE(chart.count(QStringLiteral("B")), 0);
}

void LiveChartsTest::the_series_draws_columns_where_there_are_many() {
    SmallRun run;
    run.start(0);
    std::vector<float> ms(20000, 1.0F);
    ms[12345] = 50;
    run.answers(QStringLiteral("gpu"), ms);
    SeriesChart chart;
    chart.resize(500, 300);
    chart.show_run(run.data, returns());
    chart.show();
    // One request in twenty thousand is seen: there is a column up to it.
    const QImage image = chart.image(1);
    auto& plot = *chart.findChild<ThemedPlot*>();
    const double at_s = run.data.visits()[0].start_s + 12345 * 10.0 / 20000;
    const int x = qRound(plot.xAxis->coordToPixel(at_s));
    const auto coloured = [&](double y_ms) {
        const int y = qRound(plot.yAxis->coordToPixel(y_ms));
        int found = 0;
        for (int dx = -2; dx <= 2; ++dx) {
            const QColor seen = image.pixelColor(x + dx, y);
            found += seen.saturation() > 150 ? 1 : 0;
        }
        return found;
    };
    QVERIFY(coloured(40.3) >= 1);
    QCOMPARE(coloured(53), 0);
}

void LiveChartsTest::the_series_saves_what_is_in_view() {
    SmallRun run;
    run.start(0);
    run.answers(QStringLiteral("gpu"), {1, 2, 3, 4, 5});
    SeriesChart chart;
    chart.show_run(run.data, returns());
    const double start_s = run.data.visits()[0].start_s;
    chart.set_x_range(start_s + 1, start_s + 5);
    QCOMPARE(chart.csv(), QByteArray("cell,run_s,return_ms\r\nA,") +
                              QByteArray::number(start_s + 2) + ",2\r\nA," +
                              QByteArray::number(start_s + 4) + ",3\r\n");
}

void LiveChartsTest::mean_legs_are_stacked_in_their_order() {
    SmallRun run;
    run.start(0);
    run.answer(QStringLiteral("gpu"), 1, 1, 10, 3);
    run.answer(QStringLiteral("gpu"), 2, 3, 20, 5);
    RunTally tally;
    tally.update(run.data);
    StackedLegsChart chart;
    chart.resize(400, 300);
    chart.show_run(run.data, tally, returns());
    const auto means = chart.means(QStringLiteral("A"));
    QVERIFY(means);
    QCOMPARE(means->service_ms, 15.0);
    QVERIFY(!chart.means(QStringLiteral("B")));
    QCOMPARE(
        chart.csv(),
        QByteArray("cell,dispatch_mean_ms,service_mean_ms,return_mean_ms,n\r\nA,2,15,4,2\r\n"));
    QCOMPARE(chart.summary(),
             QStringLiteral("Mean legs of the requests of stream gpu in condition solo. Cell A: "
                            "dispatch 2.00 ms, service 15.0 ms, return leg 4.00 ms, n = 2."));
    // All of the bar and the figure behind it are in view.
    QVERIFY(chart.x_high() > 21);
}

void LiveChartsTest::occupancy_is_the_share_of_the_windows() {
    SmallRun run;
    run.start(2);
    run.answer(QStringLiteral("gpu"), 0, 0, 2500, 0);
    run.answer(QStringLiteral("ane"), 0, 0, 9000, 0);
    run.answer(QStringLiteral("ane"), 5, 0, 5000, 0);
    run.finish();
    RunTally tally;
    tally.update(run.data);
    OccupancyChart chart;
    chart.show_run(run.data, tally, QStringLiteral("both"));
    QCOMPARE(*chart.share(QStringLiteral("A"), QStringLiteral("gpu")), 0.25);
    QCOMPARE(*chart.share(QStringLiteral("A"), QStringLiteral("ane")), 1.0);
    QVERIFY(!chart.share(QStringLiteral("B"), QStringLiteral("gpu")));
    QCOMPARE(chart.csv(), QByteArray("cell,stream,share_in_flight\r\nA,ane,1\r\nA,gpu,0.25\r\n"));
}

void LiveChartsTest::throughput_is_that_of_tenths() {
    SmallRun run;
    run.start(0);
    for (const double at_s : {0.1, 0.5, 1.5}) run.answer(QStringLiteral("gpu"), at_s, 0, 1, 0);
    run.finish();
    RunTally tally;
    tally.update(run.data);
    ThroughputChart chart;
    chart.show_run(run.data, tally, returns());
    const double start_s = run.data.visits()[0].start_s;
    QCOMPARE(chart.values_at(start_s + 0.5), QStringLiteral("A: 2.00 requests/s"));
    QCOMPARE(chart.values_at(start_s + 1.5), QStringLiteral("A: 1.00 requests/s"));
    QCOMPARE(chart.values_at(start_s + 11), QString());
    QCOMPARE(*chart.mean_rate_hz(QStringLiteral("A")), 0.3);
    QVERIFY(!chart.mean_rate_hz(QStringLiteral("B")));
    chart.set_x_range(start_s, start_s + 0.9);
    QCOMPARE(chart.csv().split('\n').size(), 3);
}

void LiveChartsTest::criteria_are_told_with_word_value_and_bound() {
    CriteriaForest chart;
    chart.show_criteria(two_criteria());
    QCOMPARE(chart.summary(),
             QStringLiteral(
                 "GPU return leg at most 0.5 ms: met, 0.250 [0.200, 0.300] ms, bound 0.500. no ANE "
                 "tail regression: undecided, 1.02 [0.900, 1.20], bound 1.05."));
    QCOMPARE(chart.csv(),
             QByteArray("id,says,status,value,low,high,low95,high95,margin,unit,look,locked_at\r\n"
                        "gpu-return,GPU return leg at most 0.5 ms,met,0.25,0.2,0.3,,,0.5,ms,3,3\r\n"
                        "ane-tail,no ANE tail regression,undecided,1.02,0.9,1.2,0.95,1.1,1.05,"
                        "ratio,4,\r\n"));
    QCOMPARE(status_text(QStringLiteral("not_met")), QStringLiteral("✗ not met"));
}

void LiveChartsTest::criteria_of_ratios_have_axes_of_their_own() {
    CriteriaForest chart;
    chart.resize(800, 300);
    auto& plot = *chart.findChild<ThemedPlot*>();
    chart.show_criteria(two_criteria());
    chart.image(1);
    QCOMPARE(plot.axisRectCount(), 2);
    const QCPAxis* ratios = plot.axisRect(0)->axis(QCPAxis::atBottom);
    QVERIFY(ratios->range().contains(1.2) && ratios->range().contains(0.9));
    QVERIFY(ratios->label().contains(QStringLiteral("ratio")));
    // 0.25 ms of 0.5 ms is half of the bound.
    const QCPAxis* shares = plot.axisRect(1)->axis(QCPAxis::atBottom);
    QVERIFY(shares->range().contains(0.4) && shares->range().contains(1));
    QVERIFY(!shares->range().contains(0.2));
    chart.show_criteria({two_criteria()[0]});
    QCOMPARE(plot.axisRectCount(), 1);
    QVERIFY(plot.xAxis->label().contains(QStringLiteral("bound")));
    chart.show_criteria(two_criteria());
    QCOMPARE(plot.axisRectCount(), 2);
}

void LiveChartsTest::a_criterion_without_a_scale_is_still_told() {
    CriterionState count;
    count.id = QStringLiteral("answers");
    count.status = QStringLiteral("met");
    count.value = 0;
    count.margin = 0;
    count.unit = QStringLiteral("count");
    CriterionState unknown;
    unknown.id = QStringLiteral("later");
    unknown.status = QStringLiteral("undecided");
    unknown.unit = QStringLiteral("ms");
    CriteriaForest chart;
    chart.resize(600, 200);
    chart.show_criteria({count, unknown});
    QCOMPARE(chart.summary(),
             QStringLiteral("answers: met, 0, bound 0. later: undecided, no value yet."));
    QVERIFY(!chart.image(1).isNull());
}

void LiveChartsTest::nothing_measured_is_said() {
    const RunData nothing;
    const RunTally tally;
    LegEcdfChart ecdf;
    ecdf.show_run(nothing, {});
    SeriesChart series;
    series.show_run(nothing, {});
    StackedLegsChart legs;
    legs.show_run(nothing, tally, {});
    OccupancyChart occupancy;
    occupancy.show_run(nothing, tally, {});
    ThroughputChart throughput;
    throughput.show_run(nothing, tally, {});
    CriteriaForest forest;
    for (Chart* chart : QList<Chart*>{&ecdf, &series, &legs, &occupancy, &throughput, &forest}) {
        QCOMPARE(chart->summary(), QString());
        QCOMPARE(chart->csv().count('\n'), 1);
        QVERIFY(!chart->title().contains(QLatin1Char(',')) || chart == &forest);
        // The sentence is drawn, axes are not.
        QVERIFY(chart->svg({400, 300}).contains("No "));
        QVERIFY(!chart->findChild<ThemedPlot*>()->axisRect()->visible());
    }
}

void LiveChartsTest::charts_are_drawn_in_both_themes() {
    SmallRun run;
    run.start(0);
    run.answers(QStringLiteral("gpu"), values(400, 2));
    RunTally tally;
    tally.update(run.data);
    LegEcdfChart ecdf;
    ecdf.show_run(run.data, returns());
    StackedLegsChart legs;
    legs.show_run(run.data, tally, returns());
    CriteriaForest forest;
    forest.show_criteria(two_criteria());
    QPalette dark;
    dark.setColor(QPalette::Base, QColor(20, 24, 30));
    dark.setColor(QPalette::Text, QColor(230, 232, 235));
    for (Chart* chart : QList<Chart*>{&ecdf, &legs, &forest}) {
        chart->resize(500, 300);
        chart->image(1);
        chart->setPalette(dark);
        const auto& plot = *chart->findChild<ThemedPlot*>();
        QCOMPARE(chart->image(1).pixelColor(0, 299), QColor(20, 24, 30));
        for (int i = 0; i < plot.axisRectCount(); ++i) {
            QCOMPARE(plot.axisRect(i)->axis(QCPAxis::atBottom)->tickLabelColor(),
                     QColor(230, 232, 235));
        }
    }
}

QTEST_MAIN(LiveChartsTest)
#include "live_charts_test.moc"
