// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "charts/distribution_chart.h"
#include "charts/reply_path_chart.h"
#include "charts/wait_density_chart.h"

using namespace stallscope;
using namespace stallscope::app;

class DistributionChartsTest : public QObject {
    Q_OBJECT

private slots:
    void the_histogram_shows_every_request_above_zero_once();
    void the_cumulative_view_ends_at_all_requests();
    void figures_need_enough_requests();
    void an_empty_leg_says_why();
    void the_density_counts_what_lies_inside();
    void two_maps_can_have_one_extent();
    void the_reply_path_tells_its_tails();
};

namespace {

std::shared_ptr<const LegColumn> column(std::vector<float> sorted) {
    LegColumn made;
    made.requests = static_cast<qint64>(sorted.size());
    made.sorted_ms = std::move(sorted);
    made.visits = made.visits_read = 2;
    return std::make_shared<const LegColumn>(std::move(made));
}

std::vector<float> ramp(int n, float step) {
    std::vector<float> values;
    for (int i = 1; i <= n; ++i) values.push_back(static_cast<float>(i) * step);
    return values;
}

QList<QByteArrayList> fields(const QByteArray& csv) {
    QList<QByteArrayList> lines;
    for (const QByteArray& line : csv.split('\n')) {
        if (!line.trimmed().isEmpty()) lines += line.trimmed().split(',');
    }
    lines.removeFirst();
    return lines;
}

WaitColumns waits() {
    WaitColumns made;
    for (int i = 0; i < 100; ++i) {
        made.left_ms.push_back(static_cast<float>(i) * 0.1F);
        made.wait_ms.push_back(static_cast<float>(i) * 0.1F);
    }
    made.most_waits_ms = made.most_left_ms = 9.8;
    made.stamped = 120;
    made.r = 1;
    made.visits = made.visits_read = 1;
    return made;
}

}  // namespace

void DistributionChartsTest::the_histogram_shows_every_request_above_zero_once() {
    DistributionChart chart;
    std::vector<float> values = ramp(500, 0.1F);
    values.insert(values.begin(), {0, 0, 0});
    chart.show_lines("Return leg", "Return leg",
                     {{"A", 0, column(values)}, {"B", 1, column(ramp(50, 1))}});
    qint64 a = 0, b = 0;
    for (const QByteArrayList& line : fields(chart.csv())) {
        QVERIFY(line[1].toDouble() < line[2].toDouble());
        (line[0] == "A" ? a : b) += line[3].toLongLong();
    }
    QCOMPARE(a, 500);
    QCOMPARE(b, 50);
    QVERIFY(chart.values_at(25).contains("A: 50"));
}

void DistributionChartsTest::the_cumulative_view_ends_at_all_requests() {
    DistributionChart chart;
    chart.show_lines("Return leg", "Return leg", {{"A", 0, column(ramp(400, 0.01F))}});
    chart.set_view(DistributionView::cumulative);
    const auto lines = fields(chart.csv());
    QVERIFY(lines.size() >= 400);
    QCOMPARE(lines.last()[2].toDouble(), 1.0);
    QCOMPARE(lines.first()[2].toDouble(), 0.0);
}

void DistributionChartsTest::figures_need_enough_requests() {
    DistributionChart chart;
    chart.show_lines("Run", "Return leg",
                     {{"few", 0, column(ramp(298, 1))}, {"many", 1, column(ramp(299, 1))}});
    // Type 7: 1 + 297·0.5 and 1 + 298·0.99.
    QCOMPARE(chart.summary(), QStringLiteral("Run. few: n = 298, P50 150 ms, P95 283 ms, P99 – ms. "
                                             "many: n = 299, P50 150 ms, P95 284 ms, P99 296 ms."));
}

void DistributionChartsTest::an_empty_leg_says_why() {
    DistributionChart chart;
    chart.resize(500, 300);
    chart.show_lines("Return leg", "Return leg", {{"A", 0, column({})}});
    QVERIFY(chart.summary().isEmpty());
    QVERIFY(!chart.grab().isNull());
    chart.show_lines("Return leg", "Return leg", {{"A", 0, nullptr}});
    QVERIFY(!chart.grab().isNull());
    chart.show_lines("Return leg", "Return leg", {});
    QVERIFY(chart.csv().startsWith("series,"));
}

void DistributionChartsTest::the_density_counts_what_lies_inside() {
    WaitDensityChart chart;
    chart.show_waits("A", "ane", "header", std::make_shared<const WaitColumns>(waits()));
    const DensityGrid& grid = chart.grid();
    QCOMPARE(grid.inside() + grid.outside, std::size_t{100});
    // All but one in two hundred are in view, with room above.
    QVERIFY(grid.outside <= 1);
    // Only cells near the identity line have points.
    for (std::size_t column = 0; column < grid.columns; ++column) {
        for (std::size_t row = 0; row < grid.rows; ++row) {
            if (grid.at(column, row) == 0) continue;
            const double x = static_cast<double>(column) / static_cast<double>(grid.columns);
            const double y = static_cast<double>(row) / static_cast<double>(grid.rows);
            QVERIFY(std::abs(x - y) < 0.03);
        }
    }
    qint64 requests = 0;
    for (const QByteArrayList& line : fields(chart.csv())) requests += line[4].toLongLong();
    QCOMPARE(requests, static_cast<qint64>(grid.inside()));
    QCOMPARE(chart.summary().left(50),
             QStringLiteral("A: 100 of 120 stamped requests ended inside a call"));
    QVERIFY(chart.summary().contains("1.00"));
}

void DistributionChartsTest::two_maps_can_have_one_extent() {
    WaitDensityChart chart;
    chart.show_waits("A", "ane", "header", std::make_shared<const WaitColumns>(waits()));
    QVERIFY(chart.wanted_left_ms() > 9 && chart.wanted_left_ms() < 11);
    chart.set_extent(20, 5);
    QCOMPARE(chart.x_high(), 20.0);
    QCOMPARE(chart.grid().y_high, 5.0);
    // Waits of 5.0 … 9.9 ms are above the axis; 5.0 itself is on its edge.
    QVERIFY(chart.grid().outside == 49 || chart.grid().outside == 50);
    QVERIFY(chart.summary().contains("outside the axes"));
}

void DistributionChartsTest::the_reply_path_tells_its_tails() {
    Figures figures;
    figures.n = 1000;
    const auto summary = [](double p50, double p95, std::optional<double> p99) {
        Summary made;
        made.n = 1000;
        made.p50 = p50;
        made.p95 = p95;
        made.p99 = p99;
        return made;
    };
    figures.path_ms["header_to_body"] = summary(0.03, 9.4, 12);
    figures.legs_ms["return"] = summary(7, 9, std::nullopt);
    ReplyPathChart chart;
    chart.resize(600, 400);
    chart.show_cells("The reply's path", {{"A", 0, figures.n, reply_path_of(figures)}});
    const auto lines = fields(chart.csv());
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0], (QByteArrayList{"A", "Header to body", "1000", "0.03", "9.4", "12"}));
    QCOMPARE(lines[1], (QByteArrayList{"A", "Return leg", "1000", "7", "9", ""}));
    QVERIFY(chart.summary().contains("Header to body P50 0.0300, P95 9.40, P99 12"));
    // All three figures are on the axis.
    QVERIFY(chart.x_low() < 0.03 && chart.x_high() > 12);
    QVERIFY(!chart.grab().isNull());
}

QTEST_MAIN(DistributionChartsTest)
#include "distribution_charts_test.moc"
