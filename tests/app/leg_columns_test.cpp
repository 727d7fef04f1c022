// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/leg_columns.h"

#include <QSignalSpy>
#include <QTest>

#include "core/leg_reader.h"
#include "core/sorted_values.h"
#include "fixtures/stored_run.h"

using namespace stallscope;
using namespace stallscope::app;

class LegColumnsTest : public QObject {
    Q_OBJECT

private slots:
    void places_come_from_the_sealed_experiment();
    void columns_give_the_figures_of_the_analysis();
    void waits_give_the_alignment_of_the_analysis();
    void reading_stops_when_nobody_takes_it();
    void a_reader_brings_columns_in_the_background();
    void a_cancelled_reader_can_be_asked_again();
    void a_reader_may_go_while_it_reads();

private:
    StoredRun m_run;
};

namespace {

MeasuredPlaces places_of(const RunFile& file) {
    return by_hand::must(MeasuredPlaces::of(*file.reader(), file.visits()));
}

const Row& row_of(const RunResults& results, const Place& place) {
    for (const Row& row : results.rows) {
        if (row.cell == place.cell.toStdString() && row.stream == place.stream.toStdString()) {
            return row;
        }
    }
    throw std::runtime_error("no such row");
}

const Summary& summary_of(const Figures& figures, AnyLeg leg) {
    const bool is_step = std::holds_alternative<PathStep>(leg);
    return (is_step ? figures.path_ms : figures.legs_ms).at(leg_key(leg));
}

void compare(std::optional<double> found, std::optional<double> wanted) {
    QVERIFY(found && wanted);
    // Columns are floats: 2^-24 of the value, and half of that again for the interpolation.
    QVERIFY2(std::abs(*found - *wanted) <= 1e-7 * std::abs(*wanted) + 1e-12,
             qPrintable(QStringLiteral("%1 is not %2").arg(*found, 0, 'g', 12).arg(*wanted)));
}

}  // namespace

void LegColumnsTest::places_come_from_the_sealed_experiment() {
    const auto file = m_run.open();
    const MeasuredPlaces places = places_of(*file);
    QCOMPARE(places.cells(), (QStringList{"idle", "held", "released"}));
    QCOMPARE(places.conditions(), QStringList{"both"});
    QCOMPARE(places.streams(), QStringList{"gpu"});
    QCOMPARE(places.busiest_condition(), QStringLiteral("both"));
    const MeasuredPlace* held = places.find({"held", "both", "gpu"});
    QVERIFY(held != nullptr);
    QCOMPARE(held->suspects, QStringList{"neighbour"});
    QCOMPARE(held->visits.size(), std::size_t{2});
    QVERIFY(!held->loop && !held->on_thread);
    QVERIFY(places.find({"held", "both", "neighbour"})->loop);
    QVERIFY(places.find({"idle", "both", "neighbour"}) == nullptr);
}

void LegColumnsTest::columns_give_the_figures_of_the_analysis() {
    const auto file = m_run.open();
    const auto results = by_hand::must(analyse(*file->reader()));
    const MeasuredPlaces places = places_of(*file);
    int compared = 0;
    for (const QString& cell : places.cells()) {
        const MeasuredPlace& place = *places.find({cell, "both", "gpu"});
        LegColumns columns;
        QVERIFY(read_legs(*file->reader(), place, any_legs(), [&](const LegColumns& so_far) {
            columns = so_far;
            return true;
        }));
        const Figures& figures = row_of(results, place.place).figures;
        for (const AnyLeg leg : any_legs()) {
            const LegColumn& column = columns.at(leg);
            const Summary& wanted = summary_of(figures, leg);
            QVERIFY(column.complete());
            QCOMPARE(column.requests, figures.n);
            QCOMPARE(static_cast<std::int64_t>(column.sorted_ms.size()), wanted.n);
            compare(sorted_quantile(column.sorted_ms, 0.50), wanted.p50);
            compare(sorted_quantile(column.sorted_ms, 0.95), wanted.p95);
            compare(sorted_quantile(column.sorted_ms, 0.05), wanted.p5);
            ++compared;
        }
    }
    QCOMPARE(compared, 3 * 19);
}

void LegColumnsTest::waits_give_the_alignment_of_the_analysis() {
    const auto file = m_run.open();
    const auto results = by_hand::must(analyse(*file->reader()));
    const MeasuredPlaces places = places_of(*file);
    for (const char* cell : {"held", "released"}) {
        const MeasuredPlace& place = *places.find({cell, "both", "gpu"});
        WaitColumns columns;
        QVERIFY(read_waits(*file->reader(), place, "neighbour", true, [&](const WaitColumns& some) {
            columns = some;
            return true;
        }));
        const Alignment& wanted = row_of(results, place.place).figures.alignments.at(0);
        QCOMPARE(columns.stamped, wanted.of);
        QCOMPARE(static_cast<std::int64_t>(columns.wait_ms.size()) + columns.never_ended,
                 wanted.ended_inside);
        QCOMPARE(columns.r.has_value(), wanted.wait_vs_time_left_r.has_value());
        if (columns.r) QCOMPARE(*columns.r, *wanted.wait_vs_time_left_r);
        QVERIFY(columns.wait_ms.size() > 100);
        const auto above = std::count_if(
            columns.wait_ms.begin(), columns.wait_ms.end(),
            [&](float wait) { return static_cast<double>(wait) > columns.most_waits_ms; });
        QVERIFY(above <= static_cast<std::ptrdiff_t>(columns.wait_ms.size() / 200 + 1));
        QVERIFY(columns.most_left_ms > 0 && columns.most_left_ms <= 9.9);
    }
}

void LegColumnsTest::reading_stops_when_nobody_takes_it() {
    const auto file = m_run.open();
    const MeasuredPlaces places = places_of(*file);
    int taken = 0, visits_read = 0;
    QVERIFY(read_legs(*file->reader(), *places.find({"held", "both", "gpu"}), {Leg::service},
                      [&](const LegColumns& columns) {
                          ++taken;
                          visits_read = columns.begin()->second.visits_read;
                          return false;
                      }));
    QCOMPARE(taken, 1);
    QCOMPARE(visits_read, 1);
}

void LegColumnsTest::a_reader_brings_columns_in_the_background() {
    const auto file = m_run.open();
    LegReader reader(file->reader(), places_of(*file));
    QSignalSpy grown(&reader, &LegReader::grown);
    const Place place{"held", "both", "gpu"};
    QVERIFY(!reader.legs(place, Leg::return_leg));
    QTRY_VERIFY(reader.legs(place, Leg::return_leg) &&
                reader.legs(place, Leg::return_leg)->complete());
    QVERIFY(!grown.isEmpty());
    // A small place is read once for all legs.
    QVERIFY(reader.legs(place, PathStep::header_to_body));
    QVERIFY(!reader.waits(place, "neighbour"));
    QTRY_VERIFY(reader.waits(place, "neighbour") && reader.waits(place, "neighbour")->complete());
    QVERIFY(!reader.legs({"held", "both", "neighbour"}, Leg::service));
    QVERIFY(!reader.legs({"nobody", "both", "gpu"}, Leg::service));
    QTRY_VERIFY(!reader.is_busy());
}

void LegColumnsTest::a_cancelled_reader_can_be_asked_again() {
    const auto file = m_run.open();
    LegReader reader(file->reader(), places_of(*file));
    const Place place{"idle", "both", "gpu"};
    QVERIFY(!reader.legs(place, Leg::e2e));
    reader.cancel();
    QVERIFY(!reader.is_busy());
    QVERIFY(!reader.legs(place, Leg::e2e));
    QTRY_VERIFY(reader.legs(place, Leg::e2e) && reader.legs(place, Leg::e2e)->complete());
}

void LegColumnsTest::a_reader_may_go_while_it_reads() {
    const auto file = m_run.open();
    for (int i = 0; i < 20; ++i) {
        LegReader reader(file->reader(), places_of(*file));
        reader.legs({"held", "both", "gpu"}, Leg::e2e);
        reader.legs({"idle", "both", "gpu"}, Leg::e2e);
        if (i % 2 == 1) QTest::qWait(1);
    }
    QTest::qWait(50);
}

QTEST_GUILESS_MAIN(LegColumnsTest)
#include "leg_columns_test.moc"
