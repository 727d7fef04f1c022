// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_replay.h"

#include <QSignalSpy>
#include <QTemporaryFile>
#include <QtTest>

#include "core/run_session.h"

using namespace stallscope::app;

namespace {

QByteArray progress(double elapsed_s) {
    return R"({"event":"progress","fraction":0.5,"left_s":1,"elapsed_s":)" +
           QByteArray::number(elapsed_s) + R"(,"done":0,"visits":4,"state":"running"})" + '\n';
}

QByteArray step(int number) {
    return R"({"event":"step","name":"n","says":")" + QByteArray::number(number) + "\"}\n";
}

const QByteArray hello = "{\"event\":\"hello\",\"schema\":1,\"engine\":\"0.1\"}\n";

QString written(QTemporaryFile& file, const QByteArray& bytes) {
    if (!file.open()) return {};
    file.write(bytes);
    file.close();
    return file.fileName();
}

QStringList steps_of(const RunSession& session) {
    QStringList says;
    for (const StepEvent& one : session.data().steps()) says << one.says;
    return says;
}

}  // namespace

class EventReplayTest : public QObject {
    Q_OBJECT

private slots:
    void at_once_is_before_it_returns();
    void paced_lines_come_in_their_time();
    void stopped_the_rest_stays_away();
    void bad_lines_are_named_and_left_out();
    void a_file_without_events_is_an_error();
};

void EventReplayTest::at_once_is_before_it_returns() {
    QTemporaryFile file;
    RunSession session;
    EventReplay replay(session);
    QVERIFY(replay.start(written(file, hello + step(1) + progress(3) + step(2))));
    QCOMPARE(session.data().engine(), "0.1");
    QCOMPARE(steps_of(session), (QStringList{"1", "2"}));
    QVERIFY(!session.is_live());
    QCOMPARE(replay.length().count(), 3.0);
}

void EventReplayTest::paced_lines_come_in_their_time() {
    QTemporaryFile file;
    // Of four minutes the first third holds all steps but the last.
    const QString name =
        written(file, hello + step(1) + progress(80) + step(2) + progress(240) + step(3));
    RunSession session;
    EventReplay replay(session);
    const QSignalSpy finished(&replay, &EventReplay::finished);
    QElapsedTimer clock;
    clock.start();
    double second_at = 0;
    connect(&session, &RunSession::changed, [&] {
        if (second_at == 0 && steps_of(session).size() == 2) {
            second_at = static_cast<double>(clock.nsecsElapsed());
        }
    });
    QVERIFY(replay.start(name, 240));  // one second in all
    QVERIFY(replay.is_playing());
    QVERIFY(session.data().steps().isEmpty());
    QVERIFY(QTest::qWaitFor([&] { return finished.size() > 0; }, 30'000));
    // The second step lies halfway between its neighbours: at 160 of 240.
    const double share = second_at / static_cast<double>(clock.nsecsElapsed());
    QVERIFY2(share > 0.5 && share < 0.85, qPrintable(QString::number(share)));
    QCOMPARE(steps_of(session), (QStringList{"1", "2", "3"}));
    QVERIFY(!session.is_live());
    QVERIFY(!replay.is_playing());
}

void EventReplayTest::stopped_the_rest_stays_away() {
    QTemporaryFile file;
    RunSession session;
    EventReplay replay(session);
    QVERIFY(replay.start(written(file, hello + progress(1) + step(1) + progress(1000)), 20));
    QVERIFY(QTest::qWaitFor([&] { return session.data().progress().elapsed_s == 1; }, 30'000));
    replay.stop();
    QTest::qWait(60);
    QVERIFY(steps_of(session).isEmpty());
    QVERIFY(session.is_live());
}

void EventReplayTest::bad_lines_are_named_and_left_out() {
    QTemporaryFile file;
    RunSession session;
    EventReplay replay(session);
    QVector<Problem> problems;
    connect(&replay, &EventReplay::problem,
            [&](const Problem& problem) { problems.push_back(problem); });
    QVERIFY(
        replay.start(written(file, hello + "\n{\"event\":\"step\",\"name\":\"n\"}\n" + step(1))));
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems[0].where, file.fileName() + ", line 3 /says");
    QCOMPARE(steps_of(session), QStringList{"1"});
}

void EventReplayTest::a_file_without_events_is_an_error() {
    RunSession session;
    EventReplay replay(session);
    QVERIFY(!replay.start("/nowhere/run.jsonl"));
    QTemporaryFile file;
    QVERIFY(!replay.start(written(file, "{}\n")));
    QVERIFY(session.is_live());
    QCOMPARE(session.data().revision(), quint64{0});
}

QTEST_GUILESS_MAIN(EventReplayTest)
#include "event_replay_test.moc"
