// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_data.h"

#include <QtTest>

using namespace stallscope::app;

namespace {

PlanEvent plan_of_two_cells() {
    PlanEvent plan;
    plan.experiment = "e";
    for (int index = 0; index < 4; ++index) {
        PlannedVisit visit;
        visit.index = index;
        visit.cell = index % 2 == 0 ? "B" : "A";
        visit.condition = index < 2 ? "both" : "solo";
        visit.window_s = 2;
        visit.planned_start_s = 5.0 * index;
        visit.planned_s = 5;
        plan.visits.push_back(visit);
    }
    return plan;
}

VisitStartedEvent started(qint64 visit, int index, int attempt = 1) {
    VisitStartedEvent event;
    event.visit = visit;
    event.index = index;
    event.attempt = attempt;
    event.cell = index % 2 == 0 ? "B" : "A";
    event.condition = index < 2 ? "both" : "solo";
    event.planned_s = 5;
    return event;
}

SamplesEvent samples(qint64 visit, const QString& stream, float e2e_ms) {
    SamplesEvent event;
    event.visit = visit;
    event.stream = stream;
    event.at_s = {0.5};
    event.return_ms = {e2e_ms / 4};
    event.e2e_ms = {e2e_ms};
    event.occupancy_ms = {e2e_ms / 2};
    event.service_ms = {e2e_ms / 8};
    return event;
}

VisitFinishedEvent finished(qint64 visit, const QString& status) {
    return {visit, status, status == "complete" ? "" : "because", {}};
}

std::vector<qint64> visits_of(const RunData& data, const QString& cell, const QString& condition) {
    std::vector<qint64> numbers;
    for (const VisitData* visit : data.visits_of(cell, condition)) numbers.push_back(visit->visit);
    return numbers;
}

}  // namespace

class RunDataTest : public QObject {
    Q_OBJECT

private slots:
    void samples_come_together_in_columns();
    void events_of_visits_that_never_started_are_ignored();
    void names_come_from_the_plan_in_its_order();
    void a_later_attempt_replaces_the_earlier();
    void failed_visits_are_not_pooled();
    void windows_begin_as_planned_or_later();
    void what_still_runs_at_the_end_is_partial();
    void revisions_say_what_has_grown();
    void a_flood_of_remarks_is_bounded();
};

void RunDataTest::samples_come_together_in_columns() {
    RunData data;
    data.apply(plan_of_two_cells());
    data.apply(started(1, 0));
    data.apply(samples(1, "gpu", 8));
    data.apply(samples(1, "ane", 80));
    data.apply(samples(1, "gpu", 16));
    const VisitData* visit = data.find_visit(1);
    QVERIFY(visit != nullptr);
    QCOMPARE(data.running_visit(), visit);
    const StreamColumns& gpu = visit->streams.at("gpu");
    QCOMPARE(gpu.size(), std::size_t{2});
    QCOMPARE(gpu.at_s, (std::vector<double>{0.5, 0.5}));
    QCOMPARE(gpu.return_ms, (std::vector<float>{2, 4}));
    QCOMPARE(gpu.e2e_ms, (std::vector<float>{8, 16}));
    QCOMPARE(gpu.occupancy_ms, (std::vector<float>{4, 8}));
    QCOMPARE(gpu.service_ms, (std::vector<float>{1, 2}));
    QCOMPARE(data.streams(), (QStringList{"ane", "gpu"}));
}

void RunDataTest::events_of_visits_that_never_started_are_ignored() {
    RunData data;
    data.apply(samples(3, "gpu", 8));
    data.apply(finished(3, "complete"));
    QVERIFY(data.visits().empty());
    QVERIFY(data.streams().isEmpty());
    QCOMPARE(data.find_visit(3), nullptr);
    data.apply(started(3, 0));
    data.apply(started(3, 1));
    QCOMPARE(data.visits().size(), std::size_t{1});
    QCOMPARE(data.find_visit(3)->index, 0);
}

void RunDataTest::names_come_from_the_plan_in_its_order() {
    RunData data;
    data.apply(plan_of_two_cells());
    QCOMPARE(data.cells(), (QStringList{"B", "A"}));
    QCOMPARE(data.conditions(), (QStringList{"both", "solo"}));
    // The schedule shuffles them; a plan that knows the experiment's order has it kept.
    PlanEvent plan = plan_of_two_cells();
    plan.cells = {"A", "never measured", "B"};
    plan.conditions = {"solo", "both"};
    data.apply(plan);
    QCOMPARE(data.cells(), (QStringList{"A", "B"}));
    QCOMPARE(data.conditions(), (QStringList{"solo", "both"}));
}

void RunDataTest::a_later_attempt_replaces_the_earlier() {
    RunData data;
    data.apply(plan_of_two_cells());
    data.apply(started(1, 0));
    data.apply(finished(1, "complete"));
    data.apply(started(2, 0, 2));
    QCOMPARE(visits_of(data, "B", "both"), (std::vector<qint64>{2}));
    data.apply(finished(2, "failed"));
    QCOMPARE(visits_of(data, "B", "both"), (std::vector<qint64>{1}));
    data.apply(started(3, 0, 3));
    data.apply(finished(3, "complete"));
    QCOMPARE(visits_of(data, "B", "both"), (std::vector<qint64>{3}));
}

void RunDataTest::failed_visits_are_not_pooled() {
    RunData data;
    data.apply(plan_of_two_cells());
    for (int index = 0; index < 4; ++index) data.apply(started(index + 1, index));
    data.apply(finished(1, "failed"));
    data.apply(finished(2, "discarded"));
    data.apply(finished(3, "partial"));
    QVERIFY(data.find_visit(1)->state == VisitState::failed);
    QCOMPARE(data.find_visit(1)->reason, "because");
    QVERIFY(data.find_visit(2)->state == VisitState::discarded);
    QVERIFY(data.find_visit(3)->state == VisitState::partial);
    QVERIFY(data.visits_of("B", "both").empty());
    QVERIFY(data.visits_of("A", "both").empty());
    QVERIFY(data.visits_of("B", "solo").empty());
    QCOMPARE(visits_of(data, "A", "solo"), (std::vector<qint64>{4}));
}

void RunDataTest::windows_begin_as_planned_or_later() {
    RunData data;
    data.apply(plan_of_two_cells());
    data.apply(started(1, 0));
    data.apply(started(2, 0, 2));  // measured again: everything after it is later
    data.apply(started(3, 1));
    QCOMPARE(data.find_visit(1)->window_s, 2.0);
    QCOMPARE(data.find_visit(1)->start_s, 3.0);
    QCOMPARE(data.find_visit(2)->start_s, 8.0);
    QCOMPARE(data.find_visit(3)->start_s, 13.0);
    // The engine said what has elapsed: no guess is needed.
    RunData measured;
    ProgressEvent progress;
    measured.apply(plan_of_two_cells());
    measured.apply(started(1, 0));
    progress.elapsed_s = 40;
    measured.apply(progress);
    progress.elapsed_s = 46.5;
    measured.apply(progress);
    measured.apply(started(2, 1));
    QCOMPARE(measured.find_visit(1)->start_s, 3.0);
    QCOMPARE(measured.find_visit(2)->start_s, 9.5);
    auto stored = started(4, 2);
    stored.window_s = 1.5;
    stored.start_s = 77;
    data.apply(stored);
    QCOMPARE(data.find_visit(4)->window_s, 1.5);
    QCOMPARE(data.find_visit(4)->start_s, 77.0);
}

void RunDataTest::what_still_runs_at_the_end_is_partial() {
    RunData data;
    data.apply(plan_of_two_cells());
    data.apply(started(1, 0));
    data.apply(finished(1, "complete"));
    QCOMPARE(data.running_visit(), nullptr);
    data.apply(started(2, 1));
    data.apply(RunFinishedEvent{"cancelled", "", "f", 130});
    QVERIFY(data.find_visit(1)->state == VisitState::complete);
    QVERIFY(data.find_visit(2)->state == VisitState::partial);
    QCOMPARE(data.running_visit(), nullptr);
    QCOMPARE(data.finished()->exit_code, 130);
}

void RunDataTest::revisions_say_what_has_grown() {
    RunData data;
    const auto revisions = [&] {
        return std::vector<quint64>{data.samples_revision(), data.criteria_revision(),
                                    data.findings_revision()};
    };
    const auto grown = [&](EngineEvent event) {
        const auto before = revisions();
        const auto all = data.revision();
        data.apply(std::move(event));
        QString which = data.revision() > all ? "r" : "";
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (revisions()[i] != before[i]) which += "scf"[i];
        }
        return which;
    };
    QCOMPARE(grown(HelloEvent{1, "0.1"}), "r");
    QCOMPARE(grown(plan_of_two_cells()), "rs");
    QCOMPARE(grown(StepEvent{"n", "s"}), "rf");
    QCOMPARE(grown(started(1, 0)), "rs");
    QCOMPARE(grown(samples(1, "gpu", 1)), "rs");
    QCOMPARE(grown(CriteriaEvent{}), "rc");
    QCOMPARE(grown(FindingEvent{}), "rf");
    QCOMPARE(grown(ErrorEvent{}), "rf");
    QCOMPARE(grown(ProgressEvent{}), "r");
    QCOMPARE(grown(finished(1, "complete")), "rs");
    QCOMPARE(grown(samples(9, "gpu", 1)), "r");
    QCOMPARE(data.engine(), "0.1");
}

void RunDataTest::a_flood_of_remarks_is_bounded() {
    RunData data;
    for (int i = 0; i < 20'000; ++i) data.apply(StepEvent{"n", QString::number(i)});
    QCOMPARE(data.steps().size(), 10'000);
    QCOMPARE(data.steps().front().says, "0");
}

QTEST_GUILESS_MAIN(RunDataTest)
#include "run_data_test.moc"
