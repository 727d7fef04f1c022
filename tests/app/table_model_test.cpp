// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>
#include <cmath>
#include <limits>

#include "fixtures/stored_run.h"
#include "models/requests_model.h"
#include "models/values_model.h"

using namespace stallscope;
using namespace stallscope::app;

class TableModelTest : public QObject {
    Q_OBJECT

private slots:
    void shows_numbers_with_their_units();
    void sorts_by_value_and_puts_missing_ones_last();
    void filters_data();
    void filters();
    void says_what_it_does_not_understand();
    void copies_as_tsv();
    void keeps_the_selected_row_when_it_sorts();
    void requests_have_legs_and_stamps();
    void calls_of_a_loop_have_a_table_of_their_own();
    void a_hundred_thousand_requests_are_sorted_and_filtered();
};

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

QVector<TableColumn> columns() {
    return {{"cell"},
            {"return", "ms", true, 2, "service end → received"},
            {"return P99", "ms", true, 2},
            {"why"}};
}

QVector<QVector<TableCell>> rows() {
    return {{TextCell{"A"}, NumberCell{7.5}, NumberCell{12}, TextCell{"lock\theld"}},
            {TextCell{"A10"}, NumberCell{none, "too few"}, NumberCell{1}, TextCell{"alone"}},
            {TextCell{"A2"}, NumberCell{0.25}, NumberCell{3}, TextCell{"lock and key"}}};
}

QStringList column(const QAbstractItemModel& model, int at) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row) {
        texts += model.index(row, at).data().toString();
    }
    return texts;
}

}  // namespace

void TableModelTest::shows_numbers_with_their_units() {
    ValuesModel model(columns());
    const QAbstractItemModelTester tester(&model);
    model.set_rows(rows());
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
             QStringLiteral("return (ms)"));
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::ToolTipRole).toString(),
             QStringLiteral("service end → received"));
    QCOMPARE(column(model, 1), (QStringList{"7.50", "–", "0.25"}));
    QCOMPARE(model.index(1, 1).data(Qt::ToolTipRole).toString(), QStringLiteral("too few"));
    QVERIFY(model.index(0, 1).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
}

void TableModelTest::sorts_by_value_and_puts_missing_ones_last() {
    ValuesModel model(columns());
    const QAbstractItemModelTester tester(&model);
    model.set_rows(rows());
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(column(model, 1), (QStringList{"0.25", "7.50", "–"}));
    model.sort(1, Qt::DescendingOrder);
    QCOMPARE(column(model, 1), (QStringList{"7.50", "0.25", "–"}));
    model.sort(0, Qt::AscendingOrder);
    QCOMPARE(column(model, 0), (QStringList{"A", "A2", "A10"}));
    model.sort(-1);
    QCOMPARE(column(model, 0), (QStringList{"A", "A10", "A2"}));
}

void TableModelTest::filters_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QStringList>("cells");
    const auto row = [](const char* filter, const QStringList& cells) {
        QTest::newRow(filter) << filter << cells;
    };
    row("", {"A", "A10", "A2"});
    row("LOCK", {"A", "A2"});
    row("return > 5", {"A"});
    row("return<5 ms", {"A2"});
    row("return >= 0.25 and why = alone", {});
    row("return P99 <= 3", {"A10", "A2"});
    row("return p9 > 1 AND lock", {"A", "A2"});
    row("cell = a", {"A"});
    row("cell != A", {"A10", "A2"});
    row("\"lock and key\"", {"A2"});
    row("why = \"lock and key\" and return > 0.2", {"A2"});
    row("return ≤ 0.25", {"A2"});
}

void TableModelTest::filters() {
    QFETCH(QString, filter);
    QFETCH(QStringList, cells);
    ValuesModel model(columns());
    const QAbstractItemModelTester tester(&model);
    model.set_rows(rows());
    const auto done = model.set_filter(filter);
    QVERIFY2(done.has_value(), done ? "" : done.error().says.c_str());
    QCOMPARE(column(model, 0), cells);
    QCOMPARE(model.all_rows(), 3);
}

void TableModelTest::says_what_it_does_not_understand() {
    ValuesModel model(columns());
    model.set_rows(rows());
    QVERIFY(model.set_filter("lock"));
    QCOMPARE(model.set_filter("latency > 5").error().says,
             std::string("no column is called “latency”; there are cell, return, return P99, why"));
    QVERIFY(!model.set_filter("return >"));
    QVERIFY(!model.set_filter("return > soon"));
    QVERIFY(!model.set_filter("re > 1"));  // two columns begin so
    QCOMPARE(column(model, 0), (QStringList{"A", "A2"}));
}

void TableModelTest::copies_as_tsv() {
    ValuesModel model(columns());
    model.set_rows(rows());
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(model.tsv(), QByteArray("cell\treturn (ms)\treturn P99 (ms)\twhy\n"
                                     "A2\t0.25\t3\tlock and key\n"
                                     "A\t7.5\t12\tlock held\n"
                                     "A10\t\t1\talone\n"));
    QCOMPARE(model.tsv({1}, {0, 2}), QByteArray("cell\treturn P99 (ms)\nA\t12\n"));
}

void TableModelTest::keeps_the_selected_row_when_it_sorts() {
    ValuesModel model(columns());
    model.set_rows(rows());
    const QPersistentModelIndex a10 = model.index(1, 0);
    model.sort(1, Qt::AscendingOrder);
    QCOMPARE(a10.row(), 2);
    QCOMPARE(a10.data().toString(), QStringLiteral("A10"));
    QCOMPARE(model.shown_row(1), 2);
    QVERIFY(model.set_filter("return > 0"));
    QCOMPARE(model.shown_row(1), -1);
}

void TableModelTest::requests_have_legs_and_stamps() {
    auto rows = std::make_shared<StreamRows>();
    rows->requests = {by_hand::process_request(1, 2 * by_hand::ms, by_hand::ms, 5 * by_hand::ms),
                      by_hand::thread_request(2, -by_hand::ms, by_hand::ms)};
    RequestsModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_stream(rows);
    QCOMPARE(model.rowCount(), 2);
    QStringList titles;
    for (int i = 0; i < model.columnCount(); ++i) {
        titles += model.headerData(i, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    const auto value = [&](int row, const char* title) {
        return model.index(row, static_cast<int>(titles.indexOf(title))).data().toString();
    };
    // Return: 30 µs until the read returned, 5 ms for the lock, three steps of 10 µs.
    QCOMPARE(value(0, "return (ms)"), QStringLiteral("5.0600"));
    QCOMPARE(value(0, "lock wait (ms)"), QStringLiteral("5.0000"));
    QCOMPARE(value(0, "arrival (ms)"), QStringLiteral("2.0000"));
    QCOMPARE(value(1, "arrival (ms)"), QStringLiteral("-1.0000"));
    QCOMPARE(value(1, "header (ms)"), QStringLiteral("–"));
    QCOMPARE(value(0, "answer"), QStringLiteral("match"));
    QCOMPARE(value(0, "reply (bytes)"), QStringLiteral("64"));
    QVERIFY(model.set_filter("return > 5 and answer = match"));
    QCOMPARE(model.rowCount(), 1);
    model.set_stream(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TableModelTest::calls_of_a_loop_have_a_table_of_their_own() {
    auto rows = std::make_shared<StreamRows>();
    rows->calls = {by_hand::call(7, by_hand::ms, 3 * by_hand::ms)};
    RequestsModel model;
    const QAbstractItemModelTester tester(&model);
    model.set_stream(rows);
    QCOMPARE(model.columnCount(), 10);
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("7"));
    QCOMPARE(model.index(0, 3).data().toString(), QStringLiteral("3.0000"));
    QCOMPARE(model.index(0, 2).data().toString(), QStringLiteral("done"));
}

void TableModelTest::a_hundred_thousand_requests_are_sorted_and_filtered() {
    auto rows = std::make_shared<StreamRows>();
    constexpr int n = 100'000;
    for (int i = 0; i < n; ++i) {
        rows->requests.push_back(by_hand::process_request(i + 1, i * by_hand::ms, by_hand::ms,
                                                          (i * 7919 % n) * by_hand::us));
    }
    RequestsModel model;
    model.set_stream(rows);
    model.sort(4, Qt::DescendingOrder);
    QCOMPARE(model.index(0, 4).data().toString(), QStringLiteral("99.9990"));
    QCOMPARE(model.index(n - 1, 4).data().toString(), QStringLiteral("0.0000"));
    QVERIFY(model.set_filter("lock wait >= 99.99"));
    QCOMPARE(model.rowCount(), 10);
    QVERIFY(model.set_filter("mismatch"));
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TableModelTest)
#include "table_model_test.moc"
