// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine_events.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <cmath>

using namespace stallscope::app;

namespace {

const QMap<QString, QByteArray>& good_lines() {
    static const QMap<QString, QByteArray> lines{
        {"hello", R"({"event":"hello","schema":1,"engine":"0.1.0"})"},
        {"plan",
         R"({"event":"plan","experiment":"e","sealed_sha256":"ab","file":"f","seconds":12.5,
             "cycles":3,"runs_code":["python3"],"visits":[{"index":4,"cycle":1,"half":2,"pass":3,
             "cell":"A","condition":"both","window_s":2.5,"planned_start_s":7,"planned_s":4}]})"},
        {"step", R"({"event":"step","name":"length","says":"11 ms"})"},
        {"visit_started",
         R"({"event":"visit_started","visit":7,"index":4,"attempt":2,"cycle":1,"half":2,
             "cell":"A","condition":"both","planned_s":4})"},
        {"samples",
         R"({"event":"samples","visit":7,"stream":"gpu","at_s":[-0.5,1],"return_ms":[null,0.25],
             "e2e_ms":[3,4],"occupancy_ms":[2,2.5],"service_ms":[1,null]})"},
        {"visit_finished",
         R"({"event":"visit_finished","visit":7,"status":"discarded","reason":"why",
             "counted":{"gpu":65}})"},
        {"criteria",
         R"({"event":"criteria","criteria":[{"id":"c","says":"s","status":"met","value":0.5,
             "low":0.4,"high":null,"low95":0.3,"high95":0.7,"margin":1,"look":3,"locked_at":null,
             "unit":"ms","why":"w"}]})"},
        {"finding",
         R"({"event":"finding","id":"foreign-cpu","severity":"blocks","where":"cell A",
             "says":"s","advice":"a"})"},
        {"progress",
         R"({"event":"progress","fraction":0.5,"left_s":null,"elapsed_s":7,"done":2,"visits":4,
             "state":"paused"})"},
        {"run_finished",
         R"({"event":"run_finished","status":"cancelled","reason":"r","file":"f",
             "exit_code":130})"},
        {"error",
         R"({"event":"error","kind":"experiment","where":"/cells/0","says":"s","hint":"h",
             "also":[{"kind":"experiment","where":"/cells/1","says":"t","hint":""}]})"},
    };
    return lines;
}

template <class Event>
Event parsed(const char* kind) {
    const auto event = event_from_line(good_lines()[kind]);
    return event && std::holds_alternative<Event>(*event) ? std::get<Event>(*event) : Event();
}

/// All pointers of values in `value`, deepest first.
void collect_places(const QJsonValue& value, const QString& place, QStringList& places) {
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto entry = object.begin(); entry != object.end(); ++entry) {
            collect_places(entry.value(), place + '/' + entry.key(), places);
        }
    }
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (int i = 0; i < array.size(); ++i) {
            if (array[i].isObject()) {
                collect_places(array[i], place + '/' + QString::number(i), places);
            }
        }
    }
    if (!place.isEmpty()) places.push_back(place);
}

/// `change` is applied to the object that holds the key at the end of the pointer.
template <class Change>
QJsonValue changed_at(const QJsonValue& value, QStringList steps, const Change& change) {
    const QString step = steps.takeFirst();
    if (value.isArray()) {
        QJsonArray array = value.toArray();
        array[step.toInt()] = changed_at(array[step.toInt()], steps, change);
        return array;
    }
    QJsonObject object = value.toObject();
    if (steps.isEmpty()) {
        change(object, step);
    } else {
        object[step] = changed_at(object[step], steps, change);
    }
    return object;
}

template <class Change>
stallscope::Result<EngineEvent> parse_changed(const QString& kind, const QString& place,
                                              const Change& change) {
    const QJsonObject good = QJsonDocument::fromJson(good_lines()[kind]).object();
    const QJsonValue bad = changed_at(good, place.mid(1).split('/'), change);
    return event_from_line(QJsonDocument(bad.toObject()).toJson(QJsonDocument::Compact));
}

void add_rows_for_every_key() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("place");
    for (auto line = good_lines().begin(); line != good_lines().end(); ++line) {
        QStringList places;
        collect_places(QJsonDocument::fromJson(line.value()).object(), {}, places);
        for (const QString& place : places) {
            const bool is_name = place == "/event" || place.startsWith("/counted/");
            const bool is_entry = place.back().isDigit() && !place.endsWith("95");
            if (is_name || is_entry) continue;
            QTest::addRow("%s%s", qPrintable(line.key()), qPrintable(place)) << line.key() << place;
        }
    }
}

}  // namespace

class EngineEventsTest : public QObject {
    Q_OBJECT

private slots:
    void every_kind_is_read();
    void a_missing_key_is_named_data() { add_rows_for_every_key(); }
    void a_missing_key_is_named();
    void a_key_of_another_type_is_named_data() { add_rows_for_every_key(); }
    void a_key_of_another_type_is_named();
    void words_and_counts_are_checked_data();
    void words_and_counts_are_checked();
    void what_is_no_event_is_refused_data();
    void what_is_no_event_is_refused();
    void unknown_events_and_keys_pass();
};

void EngineEventsTest::every_kind_is_read() {
    QCOMPARE(parsed<HelloEvent>("hello").engine, "0.1.0");
    QCOMPARE(parsed<HelloEvent>("hello").schema, 1);

    const auto plan = parsed<PlanEvent>("plan");
    QCOMPARE(plan.experiment, "e");
    QCOMPARE(plan.sealed_sha256, "ab");
    QCOMPARE(plan.file, "f");
    QCOMPARE(plan.seconds.value_or(0), 12.5);
    QCOMPARE(plan.cycles, 3);
    QCOMPARE(plan.runs_code, QStringList{"python3"});
    QVERIFY(plan.cells.isEmpty());
    QByteArray with_order = good_lines()["plan"];
    with_order.replace("\"visits\"",
                       "\"cells\":[\"B\",\"A\"],\"streams\":[\"g\",\"a\"],"
                       "\"conditions\":[\"both\"],\"visits\"");
    const auto ordered = event_from_line(with_order);
    QVERIFY(ordered);
    QCOMPARE(std::get<PlanEvent>(*ordered).cells, (QStringList{"B", "A"}));
    QCOMPARE(std::get<PlanEvent>(*ordered).streams, (QStringList{"g", "a"}));
    QCOMPARE(std::get<PlanEvent>(*ordered).conditions, QStringList{"both"});
    QCOMPARE(plan.visits.size(), 1);
    const PlannedVisit visit = plan.visits.front();
    QCOMPARE(visit.index, 4);
    QCOMPARE(visit.cycle, 1);
    QCOMPARE(visit.half, 2);
    QCOMPARE(visit.pass, 3);
    QCOMPARE(visit.cell, "A");
    QCOMPARE(visit.condition, "both");
    QCOMPARE(visit.window_s, 2.5);
    QCOMPARE(visit.planned_start_s, 7.0);
    QCOMPARE(visit.planned_s, 4.0);

    QCOMPARE(parsed<StepEvent>("step").name, "length");
    QCOMPARE(parsed<StepEvent>("step").says, "11 ms");

    const auto started = parsed<VisitStartedEvent>("visit_started");
    QCOMPARE(started.visit, 7);
    QCOMPARE(started.index, 4);
    QCOMPARE(started.attempt, 2);
    QCOMPARE(started.cycle, 1);
    QCOMPARE(started.half, 2);
    QCOMPARE(started.cell, "A");
    QCOMPARE(started.condition, "both");
    QCOMPARE(started.planned_s, 4.0);
    QVERIFY(!started.start_s && !started.window_s);

    const auto samples = parsed<SamplesEvent>("samples");
    QCOMPARE(samples.visit, 7);
    QCOMPARE(samples.stream, "gpu");
    QCOMPARE(samples.at_s, (std::vector<double>{-0.5, 1}));
    QVERIFY(std::isnan(samples.return_ms.at(0)));
    QCOMPARE(samples.return_ms.at(1), 0.25F);
    QCOMPARE(samples.e2e_ms, (std::vector<float>{3, 4}));
    QCOMPARE(samples.occupancy_ms, (std::vector<float>{2, 2.5}));
    QCOMPARE(samples.service_ms.at(0), 1.0F);
    QVERIFY(std::isnan(samples.service_ms.at(1)));

    const auto finished = parsed<VisitFinishedEvent>("visit_finished");
    QCOMPARE(finished.visit, 7);
    QCOMPARE(finished.status, "discarded");
    QCOMPARE(finished.reason, "why");
    QCOMPARE(finished.counted, (QMap<QString, qint64>{{"gpu", 65}}));

    const auto judged = parsed<CriteriaEvent>("criteria");
    QCOMPARE(judged.criteria.size(), 1);
    const CriterionState state = judged.criteria.front();
    QCOMPARE(state.id, "c");
    QCOMPARE(state.says, "s");
    QCOMPARE(state.status, "met");
    QCOMPARE(state.value.value_or(0), 0.5);
    QCOMPARE(state.low.value_or(0), 0.4);
    QVERIFY(!state.high);
    QCOMPARE(state.low95.value_or(0), 0.3);
    QCOMPARE(state.high95.value_or(0), 0.7);
    QCOMPARE(state.margin.value_or(0), 1.0);
    QCOMPARE(state.look, 3);
    QVERIFY(!state.locked_at);
    QCOMPARE(state.unit, "ms");
    QCOMPARE(state.why, "w");

    const auto finding = parsed<FindingEvent>("finding");
    QCOMPARE(finding.id, "foreign-cpu");
    QCOMPARE(finding.severity, "blocks");
    QCOMPARE(finding.where, "cell A");
    QCOMPARE(finding.says, "s");
    QCOMPARE(finding.advice, "a");

    const auto progress = parsed<ProgressEvent>("progress");
    QCOMPARE(progress.fraction.value_or(0), 0.5);
    QVERIFY(!progress.left_s);
    QCOMPARE(progress.elapsed_s.value_or(0), 7.0);
    QCOMPARE(progress.done, 2);
    QCOMPARE(progress.visits, 4);
    QCOMPARE(progress.state, "paused");

    const auto end = parsed<RunFinishedEvent>("run_finished");
    QCOMPARE(end.status, "cancelled");
    QCOMPARE(end.reason, "r");
    QCOMPARE(end.file, "f");
    QCOMPARE(end.exit_code, 130);

    const auto error = parsed<ErrorEvent>("error");
    QCOMPARE(error.kind, "experiment");
    QCOMPARE(error.problems, (QVector<Problem>{{"s", "/cells/0", "h"}, {"t", "/cells/1", ""}}));
}

void EngineEventsTest::a_missing_key_is_named() {
    QFETCH(QString, kind);
    QFETCH(QString, place);
    const auto event = parse_changed(
        kind, place, [](QJsonObject& object, const QString& key) { object.remove(key); });
    QVERIFY(!event);
    QCOMPARE(QString::fromStdString(event.error().where), place);
    QVERIFY(
        QString::fromStdString(event.error().says).contains('"' + place.split('/').back() + '"'));
    QVERIFY(event.error().kind == stallscope::ErrorKind::measurement);
}

void EngineEventsTest::a_key_of_another_type_is_named() {
    QFETCH(QString, kind);
    QFETCH(QString, place);
    const auto event = parse_changed(
        kind, place, [](QJsonObject& object, const QString& key) { object[key] = true; });
    QVERIFY(!event);
    QCOMPARE(QString::fromStdString(event.error().where), place);
}

void EngineEventsTest::words_and_counts_are_checked_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char* name, const char* kind, const char* place, QJsonValue value) {
        QTest::addRow("%s", name) << kind << place << value;
    };
    row("another status", "visit_finished", "/status", "half done");
    row("another severity", "finding", "/severity", "loud");
    row("another state", "progress", "/state", "asleep");
    row("half a cycle", "plan", "/cycles", 2.5);
    row("a visit before the first", "samples", "/visit", -1);
    row("a third half", "plan", "/visits/0/half", 3);
    row("more than an int holds", "progress", "/visits", 1e12);
    row("columns that differ in length", "samples", "/service_ms", QJsonArray{1});
    row("text in a column", "samples", "/e2e_ms", QJsonArray{1, "2"});
    row("a number among texts", "plan", "/runs_code", QJsonArray{1});
    row("visits that are none", "plan", "/visits", QJsonArray{1});
    row("text as a count", "visit_finished", "/counted", QJsonObject{{"gpu", "65"}});
}

void EngineEventsTest::words_and_counts_are_checked() {
    QFETCH(QString, kind);
    QFETCH(QString, place);
    QFETCH(QJsonValue, value);
    const auto event = parse_changed(
        kind, place, [&](QJsonObject& object, const QString& key) { object[key] = value; });
    QVERIFY(!event);
    QVERIFY(QString::fromStdString(event.error().where).startsWith(place));
}

void EngineEventsTest::what_is_no_event_is_refused_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("text") << QByteArray("stallscope: cancelling");
    QTest::newRow("cut") << good_lines()["plan"].chopped(1);
    QTest::newRow("array") << QByteArray("[1]");
    QTest::newRow("no event") << QByteArray(R"({"name":"hello"})");
    QTest::newRow("event is a number") << QByteArray(R"({"event":1})");
    QTest::newRow("deep") << QByteArray(100'000, '[');
}

void EngineEventsTest::what_is_no_event_is_refused() {
    QFETCH(QByteArray, line);
    const auto event = event_from_line(line);
    QVERIFY(!event);
    QVERIFY(!event.error().says.empty());
}

void EngineEventsTest::unknown_events_and_keys_pass() {
    const auto unknown = event_from_line(R"({"event":"weather","sunny":true})");
    QVERIFY(unknown.has_value());
    QCOMPARE(std::get<UnknownEvent>(*unknown).name, "weather");
    const auto more = event_from_line(R"({"event":"step","name":"n","says":"s","more":{}})");
    QVERIFY(more.has_value());
    QCOMPARE(std::get<StepEvent>(*more).says, "s");
}

QTEST_GUILESS_MAIN(EngineEventsTest)
#include "engine_events_test.moc"
