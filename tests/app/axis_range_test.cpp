// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/axis_range.h"

#include <QTest>
#include <cmath>
#include <limits>

using namespace stallscope::app;

class AxisRangeTest : public QObject {
    Q_OBJECT

private slots:
    void a_zoom_keeps_the_anchor_where_it_is_data();
    void a_zoom_keeps_the_anchor_where_it_is();
    void a_zoom_changes_the_length_by_its_factor();
    void a_pan_moves_by_a_share_of_the_length();
    void there_and_back_is_where_one_was();
    void what_cannot_be_drawn_is_refused();
    void a_fit_has_room_at_both_ends();
    void a_fit_of_one_value_or_none_can_be_drawn();
    void shares_and_values_are_inverse();
};

void AxisRangeTest::a_zoom_keeps_the_anchor_where_it_is_data() {
    QTest::addColumn<bool>("log");
    QTest::addColumn<double>("anchor");
    QTest::newRow("linear, middle") << false << 55.0;
    QTest::newRow("linear, at the end") << false << 10.0;
    QTest::newRow("linear, outside") << false << 200.0;
    QTest::newRow("log, middle") << true << 31.6;
    QTest::newRow("log, near the end") << true << 99.0;
}

void AxisRangeTest::a_zoom_keeps_the_anchor_where_it_is() {
    QFETCH(bool, log);
    QFETCH(double, anchor);
    const AxisRange before{10, 100, log};
    for (const double factor : {0.5, 0.8, 1.25, 3.0}) {
        const AxisRange after = zoomed(before, anchor, factor);
        QVERIFY(std::abs(share_of(after, anchor) - share_of(before, anchor)) < 1e-9);
    }
}

void AxisRangeTest::a_zoom_changes_the_length_by_its_factor() {
    const AxisRange linear = zoomed({0, 10, false}, 5, 0.5);
    QCOMPARE(linear.low, 2.5);
    QCOMPARE(linear.high, 7.5);
    const AxisRange log = zoomed({1, 100, true}, 10, 0.5);
    QCOMPARE(log.low, std::sqrt(10.0));
    QCOMPARE(log.high, 10 * std::sqrt(10.0));
}

void AxisRangeTest::a_pan_moves_by_a_share_of_the_length() {
    const AxisRange linear{10, 20, false};
    QCOMPARE(panned(linear, 0.1), (AxisRange{11, 21, false}));
    QCOMPARE(panned(linear, -1), (AxisRange{0, 10, false}));
    const AxisRange log = panned({1, 100, true}, 0.5);
    QCOMPARE(log.low, 10.0);
    QCOMPARE(log.high, 1000.0);
}

void AxisRangeTest::there_and_back_is_where_one_was() {
    const AxisRange before{0.2, 7, true};
    const AxisRange after = panned(zoomed(zoomed(panned(before, 0.3), 2, 0.8), 2, 1.25), -0.3);
    QVERIFY(std::abs(after.low - before.low) < 1e-12);
    QVERIFY(std::abs(after.high - before.high) < 1e-12);
}

void AxisRangeTest::what_cannot_be_drawn_is_refused() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const AxisRange& bad :
         {AxisRange{1, 1, false}, AxisRange{2, 1, false}, AxisRange{nan, 1, false},
          AxisRange{0, inf, false}, AxisRange{0, 1, true}, AxisRange{-1, 1, true},
          AxisRange{1e6, 1e6 + 1e-9, false}}) {
        QVERIFY(!is_drawable(bad));
    }
    const AxisRange here{1e6, 1e6 + 1e-5, false};
    QVERIFY(is_drawable(here));
    QCOMPARE(zoomed(here, 1e6, 1e-4), here);
    QCOMPARE(zoomed({1, 10, true}, -1, 0.5), (AxisRange{1, 10, true}));
    QCOMPARE(between(here, 3, 3), here);
    QCOMPARE(between({0, 1, false}, 5, 3), (AxisRange{3, 5, false}));
}

void AxisRangeTest::a_fit_has_room_at_both_ends() {
    QCOMPARE(fitted(0, 100, false, 0.05), (AxisRange{-5, 105, false}));
    const AxisRange log = fitted(1, 100, true, 0.5);
    QCOMPARE(log.low, 0.1);
    QCOMPARE(log.high, 1000.0);
    // A log axis cannot show zero: three decades below the top are left.
    QCOMPARE(fitted(0, 50, true, 0).low, 0.05);
}

void AxisRangeTest::a_fit_of_one_value_or_none_can_be_drawn() {
    constexpr double inf = std::numeric_limits<double>::infinity();
    for (const bool log : {false, true}) {
        for (const AxisRange& range :
             {fitted(3, 3, log), fitted(inf, -inf, log), fitted(0, 0, log), fitted(-2, -2, log)}) {
            QVERIFY(is_drawable(range));
        }
    }
    const AxisRange one = fitted(3, 3, false);
    QVERIFY(one.low < 3 && one.high > 3);
}

void AxisRangeTest::shares_and_values_are_inverse() {
    for (const bool log : {false, true}) {
        const AxisRange range{0.5, 80, log};
        QCOMPARE(value_at(range, 0), 0.5);
        QCOMPARE(value_at(range, 1), 80.0);
        QCOMPARE(share_of(range, value_at(range, 0.3)), 0.3);
    }
    QCOMPARE(value_at({1, 100, true}, 0.5), 10.0);
}

QTEST_MAIN(AxisRangeTest)
#include "axis_range_test.moc"
