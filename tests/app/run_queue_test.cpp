// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_queue.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "core/run_session.h"

using namespace stallscope::app;
using namespace std::chrono_literals;

namespace {

constexpr int patience_ms = 30'000;

RunOrder order_of(const QString& experiment) {
    RunOrder order;
    order.experiment = experiment;
    return order;
}

QStringList names_of(const RunQueue& queue) {
    QStringList names;
    for (const auto& entry : queue.entries()) names.push_back(entry.name);
    return names;
}

}  // namespace

class RunQueueTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void runs_are_measured_one_after_the_other();
    void waiting_runs_can_be_moved_and_removed();
    void pause_resume_and_cancel_reach_the_one_that_runs();
    void a_failed_run_is_a_problem_and_the_next_one_starts();
    void what_the_engine_refuses_is_told_with_its_places();
    void cancel_all_leaves_nothing_to_start();
    void titles_and_files_come_from_the_order();

private:
    static bool wait_for(RunQueue& queue, int id, QueuedState state) {
        return QTest::qWaitFor([&] { return queue.find(id)->state == state; }, patience_ms);
    }
    /// Until the engine of the run has said what it measures.
    static bool wait_for_plan(RunQueue& queue, int id) {
        return QTest::qWaitFor([&] { return !queue.session(id)->data().plan().visits.isEmpty(); },
                               patience_ms);
    }
};

void RunQueueTest::initTestCase() {
    qputenv("STALLSCOPE", QFileInfo(STALLSCOPE_TEST_EXPERIMENTS "/../fixtures/fake_engine.py")
                              .absoluteFilePath()
                              .toUtf8());
}

void RunQueueTest::runs_are_measured_one_after_the_other() {
    qputenv("FAKE_ENGINE", "good");
    RunQueue queue;
    QStringList said;
    connect(&queue, &RunQueue::started, [&](int id) { said << QString("started %1").arg(id); });
    connect(&queue, &RunQueue::ended, [&](int id) { said << QString("ended %1").arg(id); });
    const int first = queue.add(order_of("/tmp/a.json"));
    const int second = queue.add(order_of("/tmp/b.json"));
    QVERIFY(queue.find(first)->state == QueuedState::waiting);
    QVERIFY(wait_for(queue, second, QueuedState::done));
    QVERIFY(queue.find(first)->state == QueuedState::done);
    QCOMPARE(said, (QStringList{"started 1", "ended 1", "started 2", "ended 2"}));
    QVERIFY(!queue.is_busy());
    for (const int id : {first, second}) {
        QCOMPARE(queue.find(id)->says, "The run is complete.");
        QVERIFY(!queue.session(id)->is_live());
        QCOMPARE(queue.session(id)->data().visits().size(), std::size_t{1});
    }
    QVERIFY(queue.session(first) != queue.session(second));
}

void RunQueueTest::waiting_runs_can_be_moved_and_removed() {
    qputenv("FAKE_ENGINE", "obedient");
    RunQueue queue;
    const int running = queue.add(order_of("/tmp/a.json"));
    QVERIFY(wait_for_plan(queue, running));
    const int b = queue.add(order_of("/tmp/b.json"));
    const int c = queue.add(order_of("/tmp/c.json"));
    const int d = queue.add(order_of("/tmp/d.json"));
    QVERIFY(queue.move(d, 0));
    QCOMPARE(names_of(queue), (QStringList{"a", "d", "b", "c"}));
    QVERIFY(queue.move(d, 99));
    QCOMPARE(names_of(queue), (QStringList{"a", "b", "c", "d"}));
    QVERIFY(queue.move(b, 1));
    QCOMPARE(names_of(queue), (QStringList{"a", "c", "b", "d"}));
    QVERIFY(!queue.move(running, 0));
    QVERIFY(!queue.remove(running));
    const QSignalSpy removing(&queue, &RunQueue::about_to_remove);
    QVERIFY(queue.remove(c));
    QCOMPARE(removing.size(), 1);
    QCOMPARE(names_of(queue), (QStringList{"a", "b", "d"}));
    QCOMPARE(queue.session(c), nullptr);
    QVERIFY(!queue.remove(c));
    queue.cancel();
    QVERIFY(wait_for(queue, running, QueuedState::cancelled));
    QVERIFY(wait_for(queue, b, QueuedState::running));
}

void RunQueueTest::pause_resume_and_cancel_reach_the_one_that_runs() {
    qputenv("FAKE_ENGINE", "obedient");
    RunQueue queue;
    queue.pause();  // nothing runs
    const int id = queue.add(order_of("/tmp/a.json"));
    QVERIFY(wait_for_plan(queue, id));
    queue.pause();
    QVERIFY(queue.find(id)->state == QueuedState::paused);
    queue.resume();
    QVERIFY(queue.find(id)->state == QueuedState::running);
    queue.cancel();
    QVERIFY(queue.find(id)->state == QueuedState::cancelling);
    QVERIFY(wait_for(queue, id, QueuedState::cancelled));
    QStringList heard;
    for (const StepEvent& step : queue.session(id)->data().steps()) heard << step.says;
    QCOMPARE(heard, (QStringList{"pause", "resume", "cancel"}));
    QVERIFY(queue.session(id)->data().visits().front().state == VisitState::partial);
}

void RunQueueTest::a_failed_run_is_a_problem_and_the_next_one_starts() {
    qputenv("FAKE_ENGINE", "exits");
    qputenv("FAKE_ENGINE_CODE", "3");
    RunQueue queue;
    QVector<Problem> problems;
    connect(&queue, &RunQueue::problem,
            [&](const Problem& problem) { problems.push_back(problem); });
    const int first = queue.add(order_of("/tmp/a.json"));
    const int second = queue.add(order_of("/tmp/b.json"));
    QVERIFY(wait_for(queue, second, QueuedState::failed));
    QVERIFY(queue.find(first)->state == QueuedState::failed);
    QCOMPARE(problems.size(), 2);
    QCOMPARE(problems[0].where, "a");
    QVERIFY(problems[0].says.startsWith("Measuring failed"));
}

void RunQueueTest::what_the_engine_refuses_is_told_with_its_places() {
    qputenv("FAKE_ENGINE", "refuses");
    RunQueue queue;
    QVector<Problem> problems;
    connect(&queue, &RunQueue::problem,
            [&](const Problem& problem) { problems.push_back(problem); });
    const int id = queue.add(order_of("/tmp/a.json"));
    QCOMPARE(queue.session(id)->title(), "a");
    QVERIFY(wait_for(queue, id, QueuedState::failed));
    QCOMPARE(problems.size(), 3);
    QCOMPARE(problems[0], (Problem{"no name", "/cells/0/id", "give one"}));
    QCOMPARE(problems[1], (Problem{"too many", "/cycles", ""}));
    QVERIFY(problems[2].says.startsWith("The experiment has faults"));
    QCOMPARE(queue.session(id)->title(), "a");
}

void RunQueueTest::cancel_all_leaves_nothing_to_start() {
    qputenv("FAKE_ENGINE", "obedient");
    RunQueue queue;
    const int first = queue.add(order_of("/tmp/a.json"));
    QVERIFY(wait_for_plan(queue, first));
    const int second = queue.add(order_of("/tmp/b.json"));
    queue.cancel_all();
    QVERIFY(queue.find(second)->state == QueuedState::cancelled);
    QVERIFY(wait_for(queue, first, QueuedState::cancelled));
    QVERIFY(!queue.is_busy());
    QVERIFY(queue.session(second)->data().plan().visits.isEmpty());
    QVERIFY(queue.remove(first) && queue.remove(second));
    QVERIFY(queue.entries().empty());
}

void RunQueueTest::titles_and_files_come_from_the_order() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("some.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"name":"completion/path"})");
    file.close();
    QCOMPARE(name_of(order_of(file.fileName())), "completion/path");
    QCOMPARE(name_of(order_of("/nowhere/other.json")), "other");

    const QDateTime now({2026, 1, 31}, {12, 5, 9});
    const QString stem = folder.path() + "/completion_path-20260131T120509";
    const QString first = new_run_file(folder.path(), "completion/path", now);
    QCOMPARE(first, stem + ".stallscope");
    QCOMPARE(new_run_file(folder.path(), "completion/path", now, {first}), stem + "-2.stallscope");
    QFile there(first);
    QVERIFY(there.open(QIODevice::WriteOnly));
    QCOMPARE(new_run_file(folder.path(), "completion/path", now), stem + "-2.stallscope");
}

QTEST_GUILESS_MAIN(RunQueueTest)
#include "run_queue_test.moc"
