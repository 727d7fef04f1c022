// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/visit_neighbours.h"

#include <QTest>

using namespace stallscope;
using namespace stallscope::app;

class VisitNeighboursTest : public QObject {
    Q_OBJECT

private slots:
    void windows_stand_where_they_were_from_the_shown_one();
    void what_never_had_a_window_is_left_out();
    void a_clock_that_began_anew_is_not_believed();
};

namespace {

constexpr std::int64_t second = 1'000'000'000;

StoredVisit visit(qint64 id, const char* cell, std::int64_t origin_s, std::int64_t wall_s) {
    StoredVisit stored;
    stored.visit.id = id;
    stored.visit.cell = cell;
    stored.visit.condition = "both";
    stored.visit.window_s = 1.5;
    stored.visit.origin_ns = origin_s * second;
    stored.visit.started_unix_ns = wall_s * second;
    return stored;
}

std::vector<VisitChoice> choices() {
    std::vector<VisitChoice> choices(2);
    choices[0].cell = QStringLiteral("A");
    choices[1].cell = QStringLiteral("B");
    return choices;
}

}  // namespace

void VisitNeighboursTest::windows_stand_where_they_were_from_the_shown_one() {
    const std::vector<StoredVisit> visits = {visit(1, "B", 100, 1000), visit(2, "A", 104, 1004),
                                             visit(3, "B", 109, 1009)};
    const std::vector<VisitNeighbour> expected = {{1, -4, -2.5, QStringLiteral("B, both"), 1},
                                                  {3, 5, 6.5, QStringLiteral("B, both"), 1}};
    QVERIFY(neighbours_of(visits, choices(), 2) == expected);
    QCOMPARE(neighbours_of(visits, choices(), 1).front().cell, 0);
}

void VisitNeighboursTest::what_never_had_a_window_is_left_out() {
    const std::vector<StoredVisit> visits = {visit(1, "A", 100, 1000), visit(2, "A", 0, 1004)};
    QVERIFY(neighbours_of(visits, choices(), 1).empty());
    QVERIFY(neighbours_of(visits, choices(), 2).empty());
    QVERIFY(neighbours_of(visits, choices(), 7).empty());
}

void VisitNeighboursTest::a_clock_that_began_anew_is_not_believed() {
    const std::vector<StoredVisit> visits = {visit(1, "A", 90'000, 1000), visit(2, "A", 50, 5000)};
    QCOMPARE(neighbours_of(visits, choices(), 1).front().begin_s, 4000.0);
}

QTEST_APPLESS_MAIN(VisitNeighboursTest)
#include "visit_neighbours_test.moc"
