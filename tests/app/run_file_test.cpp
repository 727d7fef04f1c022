// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_file.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "fixtures/written_run.h"

using namespace stallscope::app;

namespace {

constexpr int patience_ms = 30'000;

bool wait_for(QSignalSpy& spy, int times = 1) {
    return QTest::qWaitFor([&] { return spy.size() >= times; }, patience_ms);
}

}  // namespace

class RunFileTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();

    void rows_come_as_stored_and_stay();
    void what_is_asked_twice_is_read_once();
    void the_analysis_comes_once();
    void a_seal_that_does_not_fit_is_a_problem();
    void what_is_no_run_is_an_error();

private:
    std::unique_ptr<RunFile> opened() const;

    QTemporaryDir m_folder;
    QString m_path;
};

void RunFileTest::initTestCase() {
    m_path = m_folder.filePath("written.stallscope");
    const WrittenRun run(m_path);
}

std::unique_ptr<RunFile> RunFileTest::opened() const {
    auto file = RunFile::open(m_path);
    return file ? std::move(*file) : nullptr;
}

void RunFileTest::rows_come_as_stored_and_stay() {
    const auto file = opened();
    QVERIFY(file);
    QCOMPARE(file->visits().size(), std::size_t{5});
    QCOMPARE(file->rows(2, "gpu"), nullptr);
    QSignalSpy read(file.get(), &RunFile::rows_read);
    file->read_rows(2, "gpu");
    QVERIFY(wait_for(read));
    QCOMPARE(read[0][0].toLongLong(), 2);
    QCOMPARE(read[0][1].toString(), "gpu");
    const auto rows = file->rows(2, "gpu");
    QVERIFY(rows != nullptr);
    QVERIFY(rows->calls.empty());
    QCOMPARE(rows->requests.size(), std::size_t{WrittenRun::requests});
    QCOMPARE(rows->requests[3].arrival, -140'000'000);
    QCOMPARE(rows->requests[3].received - rows->requests[3].service_end, 250'000);

    file->read_rows(2, "neighbour");
    file->read_rows(2, "gpu");
    QVERIFY(wait_for(read, 3));
    QCOMPARE(file->rows(2, "gpu"), rows);  // the very same
    QCOMPARE(file->rows(2, "neighbour")->calls.size(), std::size_t{WrittenRun::calls});
    QCOMPARE(file->rows(3, "gpu"), nullptr);
}

void RunFileTest::what_is_asked_twice_is_read_once() {
    const auto file = opened();
    QVERIFY(file);
    QSignalSpy read(file.get(), &RunFile::rows_read);
    for (int i = 0; i < 3; ++i) file->read_rows(3, "gpu");
    file->read_rows(4, "gpu");
    QVERIFY(wait_for(read, 2));
    QCoreApplication::processEvents();
    QCOMPARE(read.size(), 2);
}

void RunFileTest::the_analysis_comes_once() {
    const auto file = opened();
    QVERIFY(file);
    QCOMPARE(file->results(), nullptr);
    QSignalSpy analysed(file.get(), &RunFile::analysed);
    file->analyse();
    file->analyse();
    QVERIFY(wait_for(analysed));
    QCOMPARE(file->results()->name, "written");
    QCOMPARE(file->results()->visits_complete, 3);
    file->analyse();
    QTest::qWait(50);
    QCOMPARE(analysed.size(), 1);
}

void RunFileTest::a_seal_that_does_not_fit_is_a_problem() {
    // One letter of the question, in a file that is otherwise whole.
    const QString altered = m_folder.filePath("altered.stallscope");
    QFile whole(m_path);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QByteArray bytes = whole.readAll();
    const auto at = bytes.indexOf("Does the reply wait?");
    QVERIFY(at > 0);
    bytes[at] = 'd';
    QFile copy(altered);
    QVERIFY(copy.open(QIODevice::WriteOnly));
    copy.write(bytes);
    copy.close();

    auto file = RunFile::open(altered);
    QVERIFY(file.has_value());
    QVector<Problem> problems;
    connect(file->get(), &RunFile::problem,
            [&](const Problem& problem) { problems.push_back(problem); });
    QSignalSpy failed(file->get(), &RunFile::analysis_failed);
    (*file)->analyse();
    QVERIFY(wait_for(failed));
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems[0].says.contains("SHA-256"));
    QCOMPARE((*file)->results(), nullptr);
}

void RunFileTest::what_is_no_run_is_an_error() {
    const auto file = RunFile::open(STALLSCOPE_TEST_EXPERIMENTS "/../fixtures/fake_engine.py");
    QVERIFY(!file);
    QVERIFY(!file.error().says.empty());
}

QTEST_GUILESS_MAIN(RunFileTest)
#include "run_file_test.moc"
