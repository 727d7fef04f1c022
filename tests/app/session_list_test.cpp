// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session_list.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "core/run_file.h"
#include "core/run_session.h"
#include "fixtures/written_run.h"

using namespace stallscope::app;

class SessionListTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_is_opened_once();
    void what_cannot_be_read_changes_nothing();

private:
    QTemporaryDir m_folder;
};

void SessionListTest::a_run_is_opened_once() {
    const WrittenRun run(m_folder.filePath("a.stallscope"));
    const WrittenRun other(m_folder.filePath("b.stallscope"));
    SessionList list;
    RunSession* first = list.open(run.path());
    QVERIFY(first != nullptr);
    QCOMPARE(list.current(), first);
    QVERIFY(list.open(other.path()) != first);
    QCOMPARE(list.open(run.path()), first);
    QCOMPARE(list.current(), first);
    QCOMPARE(list.sessions().size(), 2);
}

void SessionListTest::what_cannot_be_read_changes_nothing() {
    const WrittenRun run(m_folder.filePath("run.stallscope"));
    QFile broken(m_folder.filePath("broken.stallscope"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("SQLite format 3 and then nothing of a database");
    broken.close();
    SessionList list;
    RunSession* good = list.open(run.path());
    QVector<Problem> problems;
    connect(&list, &SessionList::problem,
            [&](const Problem& problem) { problems.append(problem); });
    const QSignalSpy looked_elsewhere(&list, &SessionList::current_changed);
    QCOMPARE(list.open(broken.fileName()), nullptr);
    QCOMPARE(list.current(), good);
    QCOMPARE(list.sessions(), QVector<RunSession*>{good});
    QCOMPARE(looked_elsewhere.size(), 0);
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems.front().where.contains("broken.stallscope"));
}

QTEST_GUILESS_MAIN(SessionListTest)
#include "session_list_test.moc"
