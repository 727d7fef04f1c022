// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_ticks.h"

#include <QTest>

#include "charts/themed_plot.h"
#include "core/figures.h"

using namespace stallscope::app;

class AxisTicksTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_have_the_decimals_their_step_needs();
    void few_decades_have_ones_twos_and_fives();
    void many_decades_have_powers_of_ten();
    void within_a_decade_steps_are_even();
    void no_range_has_no_ticks();
    void labels_tell_ticks_apart_however_far_one_zooms();
    void figures_have_three_digits_and_units();
};

void AxisTicksTest::numbers_have_the_decimals_their_step_needs() {
    QCOMPARE(tick_text(0.25, 0.05), QStringLiteral("0.25"));
    QCOMPARE(tick_text(12, 2), QStringLiteral("12"));
    QCOMPARE(tick_text(1234.567001, 0.000001), QStringLiteral("1,234.567001"));
    QCOMPARE(tick_text(-1e-17, 0.1), QStringLiteral("0.0"));
    QCOMPARE(tick_text(1000, 1000), QStringLiteral("1,000"));
}

void AxisTicksTest::few_decades_have_ones_twos_and_fives() {
    QCOMPARE(log_ticks(0.9, 60), (std::vector<double>{1, 2, 5, 10, 20, 50}));
}

void AxisTicksTest::many_decades_have_powers_of_ten() {
    const std::vector<double> ticks = log_ticks(0.001, 10000);
    QCOMPARE(ticks.size(), std::size_t{8});
    for (std::size_t i = 1; i < ticks.size(); ++i) QCOMPARE(ticks[i] / ticks[i - 1], 10.0);
    QVERIFY(log_ticks(1e-12, 1e12).size() <= 9);
}

void AxisTicksTest::within_a_decade_steps_are_even() {
    QCOMPARE(log_ticks(2, 6), (std::vector<double>{2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6}));
}

void AxisTicksTest::no_range_has_no_ticks() {
    QVERIFY(log_ticks(0, 10).empty());
    QVERIFY(log_ticks(5, 5).empty());
    QVERIFY(log_ticks(-5, 5).empty());
}

void AxisTicksTest::labels_tell_ticks_apart_however_far_one_zooms() {
    ThemedPlot plot;
    plot.resize(600, 300);
    for (const bool log : {false, true}) {
        log ? use_log_ticks(*plot.xAxis) : use_plain_ticks(*plot.xAxis);
        for (const QCPRange range : {QCPRange(1, 1000), QCPRange(1234.5678, 1234.5679),
                                     QCPRange(0.001, 0.0012), QCPRange(3, 5e6)}) {
            plot.xAxis->setRange(range);
            plot.replot();
            const QVector<QString> labels = plot.xAxis->tickVectorLabels();
            QVERIFY(labels.size() >= 2);
            QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
        }
    }
}

void AxisTicksTest::figures_have_three_digits_and_units() {
    QCOMPARE(figure_text(0.01234), QStringLiteral("0.0123"));
    QCOMPARE(figure_text(9.996), QStringLiteral("10.0"));
    QCOMPARE(figure_text(-123.4), QStringLiteral("-123"));
    QCOMPARE(figure_text(12345), QStringLiteral("12,345"));
    QCOMPARE(figure_text(0), QStringLiteral("0"));
    QCOMPARE(ms_text(0.5123), QStringLiteral("0.512 ms"));
    QCOMPARE(ms_text(0.0051), QStringLiteral("5.10 µs"));
    QCOMPARE(ms_text(12345), QStringLiteral("12.3 s"));
    QCOMPARE(seconds_text(12.5), QStringLiteral("12.5 s"));
    QCOMPARE(seconds_text(3), QStringLiteral("3.0 s"));
    QCOMPARE(seconds_text(1.000001), QStringLiteral("1.000001 s"));
    QCOMPARE(percent_text(0.731), QStringLiteral("73.1 %"));
    QCOMPARE(ms_text(qQNaN()), QStringLiteral("–"));
}

QTEST_MAIN(AxisTicksTest)
#include "axis_ticks_test.moc"
