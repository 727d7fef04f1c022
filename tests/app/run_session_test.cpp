// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_session.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

#include "core/run_file.h"
#include "fixtures/written_run.h"

using namespace stallscope::app;

namespace {

constexpr int patience_ms = 30'000;

bool wait_for_end(const RunSession& session) {
    return QTest::qWaitFor([&] { return !session.is_live(); }, patience_ms);
}

}  // namespace

class RunSessionTest : public QObject {
    Q_OBJECT

private slots:
    void init();

    void a_file_is_told_as_its_run_was();
    void its_samples_are_the_legs_of_its_rows();
    void its_words_are_those_of_the_analysis();
    void what_cannot_be_read_is_a_problem_and_an_end();
    void a_live_run_opens_its_file_at_the_end();
    void many_events_are_one_change();
    void it_may_go_while_a_file_is_being_told();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_path;
};

void RunSessionTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = m_folder->filePath("written.stallscope");
}

void RunSessionTest::a_file_is_told_as_its_run_was() {
    const WrittenRun run(m_path);
    RunSession session;
    const QSignalSpy opened(&session, &RunSession::file_opened);
    const QSignalSpy ended(&session, &RunSession::ended);
    session.open(m_path);
    QCOMPARE(opened.size(), 1);
    QVERIFY(session.is_live());
    QVERIFY(wait_for_end(session));
    QCOMPARE(ended.size(), 1);
    QCOMPARE(session.title(), "written");

    const RunData& data = session.data();
    QCOMPARE(data.plan().experiment, "written");
    QCOMPARE(data.plan().file, m_path);
    QCOMPARE(data.plan().cycles, 2);
    const auto schedule = stallscope::schedule_of(run.experiment());
    QCOMPARE(data.plan().visits.size(), static_cast<qsizetype>(schedule.size()));
    for (std::size_t i = 0; i < schedule.size(); ++i) {
        const PlannedVisit& planned = data.plan().visits[static_cast<qsizetype>(i)];
        QCOMPARE(planned.index, schedule[i].index);
        QCOMPARE(planned.cell.toStdString(), schedule[i].cell);
        QCOMPARE(planned.planned_start_s, schedule[i].planned_start_s);
    }

    const auto& visits = data.visits();
    QCOMPARE(visits.size(), std::size_t{5});
    QVERIFY(visits[0].state == VisitState::failed);
    QCOMPARE(visits[0].reason, "the host died");
    for (int i = 1; i < 4; ++i) QVERIFY(visits[std::size_t(i)].state == VisitState::complete);
    QVERIFY(visits[4].state == VisitState::partial);
    QCOMPARE(visits[1].index, visits[0].index);
    QCOMPARE(visits[1].attempt, 2);
    QCOMPARE(visits[3].cycle, 1);
    QCOMPARE(visits[0].start_s, 0.65);  // its host's start, settle, lead, warm-up
    QCOMPARE(visits[3].start_s, 6.65);
    // How long its host took to start was not stored.
    QCOMPARE(visits[4].start_s, 8.4);
    QCOMPARE(visits[3].window_s, 0.5);
    QCOMPARE(data.findings().front().id, "foreign-cpu");
    QCOMPARE(data.finished()->status, "partial");
    QCOMPARE(data.progress().done, 3);
    QCOMPARE(data.progress().visits, 4);
}

void RunSessionTest::its_samples_are_the_legs_of_its_rows() {
    const WrittenRun run(m_path);
    RunSession session;
    session.open(m_path);
    QVERIFY(wait_for_end(session));
    QCOMPARE(session.data().streams(), (QStringList{"gpu", "neighbour"}));
    for (const VisitData& visit : session.data().visits()) {
        const float expected = static_cast<float>(WrittenRun::return_ms[visit.cell == "A" ? 0 : 1]);
        const StreamColumns& gpu = visit.streams.at("gpu");
        QCOMPARE(gpu.size(), std::size_t{WrittenRun::requests});
        for (std::size_t i = 0; i < gpu.size(); ++i) {
            QCOMPARE(gpu.at_s[i], -0.2 + 0.02 * static_cast<double>(i));
            QCOMPARE(gpu.service_ms[i], 2.0F);
            QCOMPARE(gpu.e2e_ms[i], 4.875F);
            if (i == 7) {
                QVERIFY(std::isnan(gpu.return_ms[i]) && std::isnan(gpu.occupancy_ms[i]));
                continue;
            }
            QCOMPARE(gpu.return_ms[i], expected);
            QCOMPARE(gpu.occupancy_ms[i], 2.5F + expected);
        }
        const StreamColumns& calls = visit.streams.at("neighbour");
        QCOMPARE(calls.size(), std::size_t{WrittenRun::calls});
        QCOMPARE(calls.at_s[10], 0.2);
        QCOMPARE(calls.e2e_ms[10], 8.0F);
        QVERIFY(std::isnan(calls.return_ms[10]) && std::isnan(calls.service_ms[10]));
    }
}

void RunSessionTest::its_words_are_those_of_the_analysis() {
    const WrittenRun run(m_path);
    RunSession session;
    session.open(m_path);
    QVERIFY(wait_for_end(session));
    const auto results = session.file()->results();
    QVERIFY(results != nullptr);
    QCOMPARE(session.data().criteria().size(), 1);
    const CriterionState& state = session.data().criteria().front();
    QCOMPARE(state.id, "return");
    QCOMPARE(state.status.toStdString(), results->criteria.front().status);
    QCOMPARE(state.value, results->criteria.front().value);
    QCOMPARE(state.margin.value_or(0), 0.5);
    // Those that the run stored are not told twice.
    QCOMPARE(session.data().findings().size(), static_cast<qsizetype>(results->findings.size()));
}

void RunSessionTest::what_cannot_be_read_is_a_problem_and_an_end() {
    RunSession session;
    QVector<Problem> problems;
    connect(&session, &RunSession::problem,
            [&](const Problem& problem) { problems.push_back(problem); });
    const QSignalSpy ended(&session, &RunSession::ended);
    session.open(m_folder->filePath("absent.stallscope"));
    QCOMPARE(problems.size(), 1);
    QVERIFY(problems.front().where.contains("absent.stallscope"));
    QCOMPARE(ended.size(), 1);
    QVERIFY(!session.is_live());
    QCOMPARE(session.file(), nullptr);
}

void RunSessionTest::a_live_run_opens_its_file_at_the_end() {
    const WrittenRun run(m_path);
    RunSession session;
    PlanEvent plan;
    plan.experiment = "written";
    plan.file = m_path;
    session.apply(plan);
    VisitStartedEvent visit;
    visit.visit = 1;
    session.apply(visit);
    QCOMPARE(session.file(), nullptr);
    const QSignalSpy opened(&session, &RunSession::file_opened);
    session.end();
    QCOMPARE(opened.size(), 1);
    QVERIFY(session.file() != nullptr);
    QVERIFY(!session.is_live());
    QCOMPARE(session.data().visits().size(), std::size_t{1});  // not told again
    QVERIFY(session.data().visits().front().state == VisitState::partial);

    RunSession refused;
    const QSignalSpy problems(&refused, &RunSession::problem);
    refused.apply(RunFinishedEvent{"failed", "2 faults", "", 2});
    refused.end();
    QCOMPARE(refused.file(), nullptr);
    QCOMPARE(problems.size(), 0);
}

void RunSessionTest::many_events_are_one_change() {
    RunSession session;
    const QSignalSpy changed(&session, &RunSession::changed);
    for (int i = 0; i < 1000; ++i) session.apply(StepEvent{"n", "s"});
    QCOMPARE(changed.size(), 0);
    QCoreApplication::processEvents();
    QCOMPARE(changed.size(), 1);
    session.apply(StepEvent{"n", "s"});
    QCoreApplication::processEvents();
    QCOMPARE(changed.size(), 2);
}

void RunSessionTest::it_may_go_while_a_file_is_being_told() {
    const WrittenRun run(m_path);
    for (int turns = 0; turns < 20; ++turns) {
        RunSession session;
        session.open(m_path);
        for (int turn = 0; turn < turns; ++turn) QCoreApplication::processEvents();
    }
    QCoreApplication::processEvents();  // nothing comes after it is gone
}

QTEST_GUILESS_MAIN(RunSessionTest)
#include "run_session_test.moc"
