// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>

#include "core/density_grid.h"
#include "core/log_histogram.h"

using namespace stallscope::app;

class CountedValuesTest : public QObject {
    Q_OBJECT

private slots:
    void the_histogram_counts_every_value_once();
    void the_grid_counts_every_point_once();
};

void CountedValuesTest::the_histogram_counts_every_value_once() {
    const std::vector<float> values = {0, 0.5F, 1, 1.5F, 9.9F, 10, 11, 100, 101};
    const LogHistogram histogram = log_histogram(values, 1, 100, 2);
    QCOMPARE(histogram.below, std::size_t{2});
    QCOMPARE(histogram.counts, (std::vector<std::size_t>{3, 3}));
    QCOMPARE(histogram.above, std::size_t{1});
    QCOMPARE(histogram.edge(1), 10.0);
    QCOMPARE(histogram.edge(2), 100.0);
}

void CountedValuesTest::the_grid_counts_every_point_once() {
    const std::vector<float> x = {0, 1, 2, 2, 3, std::numeric_limits<float>::quiet_NaN()};
    const std::vector<float> y = {0, 1, 4, 1, 1, 1};
    const DensityGrid grid = count_points({0, 2, 0, 4, 2, 2, {}, 0}, x, y);
    QCOMPARE(grid.at(0, 0), 1U);  // 0, 0
    QCOMPARE(grid.at(1, 0), 2U);  // 1, 1 and 2, 1: the upper edge belongs to the last cell
    QCOMPARE(grid.at(1, 1), 1U);  // 2, 4
    QCOMPARE(grid.at(0, 1), 0U);
    QCOMPARE(grid.outside, std::size_t{2});
    QCOMPARE(grid.inside() + grid.outside, x.size());
    QCOMPARE(grid.largest(), 2U);
}

QTEST_GUILESS_MAIN(CountedValuesTest)
#include "counted_values_test.moc"
