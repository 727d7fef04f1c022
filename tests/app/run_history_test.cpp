// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_history.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "fixtures/written_run.h"

using namespace stallscope::app;

namespace {

PastRun made(const char* file, const char* question, const char* experiment, int day) {
    PastRun run;
    run.file = file;
    run.question = question;
    run.experiment = experiment;
    run.sealed_at = QDateTime({2026, 1, day}, {12, 0});
    return run;
}

QStringList files_of(const QVector<PastRun>& runs) {
    QStringList files;
    for (const PastRun& run : runs) files << run.file;
    return files;
}

}  // namespace

class RunHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void a_run_is_told_by_its_head();
    void a_folder_is_listed_the_newest_first();
    void a_file_that_is_none_has_a_fault();
    void runs_of_one_question_are_counted_by_age();
    void the_last_request_counts();
};

void RunHistoryTest::a_run_is_told_by_its_head() {
    const QTemporaryDir folder;
    const WrittenRun written(folder.filePath("w.stallscope"), "Does it wait?", "cancelled");
    const PastRun run = past_run(written.path());
    QCOMPARE(run.fault, "");
    QCOMPARE(run.file, written.path());
    QCOMPARE(run.experiment, "written");
    QCOMPARE(run.question, "Does it wait?");
    QCOMPARE(run.sealed_sha256.toStdString(), stallscope::seal_of(written.experiment()).sha256);
    QCOMPARE(run.status, "cancelled");
    QCOMPARE(run.bytes, QFileInfo(written.path()).size());
    const qint64 age_s = run.sealed_at.secsTo(QDateTime::currentDateTime());
    QVERIFY2(age_s >= 0 && age_s < 600, qPrintable(run.sealed_at.toString()));
}

void RunHistoryTest::a_folder_is_listed_the_newest_first() {
    const QTemporaryDir folder;
    const WrittenRun older(folder.filePath("z.stallscope"));
    QTest::qWait(1100);  // seals are dated to the second
    const WrittenRun newer(folder.filePath("a.stallscope"));
    QFile other(folder.filePath("notes.txt"));
    QVERIFY(other.open(QIODevice::WriteOnly));
    QCOMPARE(files_of(past_runs(folder.path())), (QStringList{newer.path(), older.path()}));
    QVERIFY(past_runs(folder.filePath("absent")).isEmpty());
}

void RunHistoryTest::a_file_that_is_none_has_a_fault() {
    const QTemporaryDir folder;
    QFile file(folder.filePath("no.stallscope"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no run");
    file.close();
    const auto runs = past_runs(folder.path());
    QCOMPARE(runs.size(), 1);
    QVERIFY(!runs[0].fault.isEmpty());
    QCOMPARE(runs[0].experiment, "");
    QVERIFY(runs[0].sealed_at.isValid());
}

void RunHistoryTest::runs_of_one_question_are_counted_by_age() {
    PastRun broken = made("broken", "q", "e", 2);
    broken.fault = "the file is damaged";
    const QVector<PastRun> runs{made("third", "q", "renamed", 5), made("first", "q", "e", 1),
                                made("other", "another", "e", 3), broken,
                                made("second", "q", "e", 4),      made("silent", "", "e", 1),
                                made("silent too", "", "e", 2),   made("stranger", "", "f", 2)};
    QCOMPARE(files_of(runs_of_question(runs, runs[0])), (QStringList{"first", "second", "third"}));
    QCOMPARE(files_of(runs_of_question(runs, runs[5])), (QStringList{"silent", "silent too"}));
    QCOMPARE(files_of(runs_of_question(runs, made("new", "never asked", "e", 9))), QStringList());
}

void RunHistoryTest::the_last_request_counts() {
    const QTemporaryDir one, two;
    const WrittenRun first(one.filePath("first.stallscope"));
    const WrittenRun second(two.filePath("second.stallscope"));
    RunHistory history;
    QSignalSpy listed(&history, &RunHistory::listed);
    history.list({one.path()});
    history.list({one.path(), two.path()});
    QVERIFY(QTest::qWaitFor([&] { return listed.size() > 0; }, 30'000));
    QTest::qWait(50);
    QCOMPARE(listed.size(), 1);
    // Both were sealed within a second: which is the newer one is not said.
    QStringList files = files_of(history.runs());
    QStringList expected{second.path(), first.path()};
    files.sort();
    expected.sort();
    QCOMPARE(files, expected);
}

QTEST_GUILESS_MAIN(RunHistoryTest)
#include "run_history_test.moc"
