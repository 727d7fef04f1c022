// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/thinned_line.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

using namespace stallscope::app;

class ThinnedLineTest : public QObject {
    Q_OBJECT

private slots:
    void few_points_stay_with_a_neighbour_on_either_side();
    void every_column_keeps_its_lowest_and_its_highest();
    void a_break_stays_a_break();
    void nothing_gives_nothing();
};

void ThinnedLineTest::few_points_stay_with_a_neighbour_on_either_side() {
    const std::vector<double> x = {0, 1, 2, 3, 4, 5}, y = {10, 11, 12, 13, 14, 15};
    const auto points = thinned_line(x, y, 1.5, 3.5, 100);
    QCOMPARE(points.size(), std::size_t{4});
    QCOMPARE(points.front().x, 1.0);
    QCOMPARE(points.back().y, 14.0);
}

void ThinnedLineTest::every_column_keeps_its_lowest_and_its_highest() {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> value(0, 100);
    std::vector<double> x, y;
    for (int i = 0; i < 100'000; ++i) {
        x.push_back(i * 1e-3);
        y.push_back(value(random));
    }
    constexpr int columns = 50;
    const auto points = thinned_line(x, y, 0, 100, columns);
    QVERIFY(points.size() <= 2 * (columns + 1));
    struct Seen {
        double low = 1e9, high = -1e9;
        void add(double y) {
            low = std::min(low, y);
            high = std::max(high, y);
        }
    };
    std::map<int, Seen> wanted, drawn;
    for (std::size_t i = 0; i < x.size(); ++i) wanted[static_cast<int>(x[i] / 2)].add(y[i]);
    for (const LinePoint& point : points) drawn[static_cast<int>(point.x / 2)].add(point.y);
    QCOMPARE(drawn.size(), wanted.size());
    for (const auto& [column, seen] : wanted) {
        QCOMPARE(drawn[column].low, seen.low);
        QCOMPARE(drawn[column].high, seen.high);
    }
    QVERIFY(std::is_sorted(points.begin(), points.end(),
                           [](const LinePoint& a, const LinePoint& b) { return a.x < b.x; }));
}

void ThinnedLineTest::a_break_stays_a_break() {
    std::vector<double> x, y;
    for (int i = 0; i < 1000; ++i) {
        x.push_back(i);
        y.push_back(i == 500 ? std::numeric_limits<double>::quiet_NaN() : 1);
    }
    const auto points = thinned_line(x, y, 0, 1000, 10);
    const auto breaks = std::count_if(points.begin(), points.end(),
                                      [](const LinePoint& point) { return std::isnan(point.y); });
    QCOMPARE(breaks, 1);
    QVERIFY(points.size() < 50);
}

void ThinnedLineTest::nothing_gives_nothing() {
    QVERIFY(thinned_line({}, {}, 0, 1, 10).empty());
}

QTEST_MAIN(ThinnedLineTest)
#include "thinned_line_test.moc"
