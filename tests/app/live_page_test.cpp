// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/live_page.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <memory>

#include "charts/criteria_forest.h"
#include "charts/leg_ecdf_chart.h"
#include "charts/series_chart.h"
#include "charts/themed_plot.h"
#include "charts/throughput_chart.h"
#include "core/run_session.h"
#include "widgets/run_progress.h"

using namespace stallscope::app;

class LivePageTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void without_a_run_it_says_what_to_do();
    void events_reach_every_chart();
    void nothing_new_costs_no_drawing();
    void a_hidden_chart_is_drawn_when_it_is_seen_again();
    void quiet_mode_draws_when_a_visit_has_ended();
    void the_selectors_go_with_the_run_until_somebody_chooses();
    void requests_without_stamps_show_their_time_end_to_end();
    void progress_says_what_is_done_and_left();
    void pause_and_cancel_are_asked_for_once();
    void a_run_that_has_ended_cannot_be_stopped();
    void findings_are_listed_the_gravest_first();
    void checks_are_listed_as_they_passed_or_failed();
    void another_session_starts_afresh();
    void the_pointer_is_linked_over_time();
    void every_metric_has_its_definition_as_tooltip();

private:
    template <class T>
    T* find(const char* name) {
        return m_page->findChild<T*>(QLatin1String(name));
    }
    void plan();
    void start(qint64 visit, int index);
    void answer(qint64 visit, const char* stream, int n, float return_ms = 1);
    void finish(qint64 visit);
    qint64 count(const char* cell) {
        return find<LegEcdfChart>("leg_ecdf_chart")->count(QLatin1String(cell));
    }

    std::unique_ptr<RunSession> m_session;
    std::unique_ptr<LivePage> m_page;
};

void LivePageTest::init() {
    m_page.reset();
    m_session = std::make_unique<RunSession>();
    m_page = std::make_unique<LivePage>();
    m_page->resize(1280, 740);
    m_page->set_session(m_session.get());
    m_page->show();
}

void LivePageTest::plan() {
    PlanEvent plan;
    plan.cycles = 1;
    for (const char* condition : {"solo", "both"}) {
        for (const char* cell : {"A", "B"}) {
            PlannedVisit visit;
            visit.index = static_cast<int>(plan.visits.size());
            visit.cell = QLatin1String(cell);
            visit.condition = QLatin1String(condition);
            visit.window_s = 10;
            visit.planned_s = 12;
            plan.visits.append(visit);
        }
    }
    m_session->apply(plan);
}

void LivePageTest::start(qint64 visit, int index) {
    VisitStartedEvent event;
    event.visit = visit;
    event.index = index;
    event.cell = index % 2 == 0 ? QStringLiteral("A") : QStringLiteral("B");
    event.condition = index < 2 ? QStringLiteral("solo") : QStringLiteral("both");
    event.planned_s = 12;
    m_session->apply(event);
}

void LivePageTest::answer(qint64 visit, const char* stream, int n, float return_ms) {
    SamplesEvent event;
    event.visit = visit;
    event.stream = QLatin1String(stream);
    for (int i = 0; i < n; ++i) {
        event.at_s.push_back(i * 10.0 / n);
        event.return_ms.push_back(return_ms);
        event.service_ms.push_back(2);
        event.occupancy_ms.push_back(return_ms + 3);
        event.e2e_ms.push_back(return_ms + 3);
    }
    m_session->apply(event);
}

void LivePageTest::finish(qint64 visit) {
    VisitFinishedEvent event;
    event.visit = visit;
    event.status = QStringLiteral("complete");
    m_session->apply(event);
}

void LivePageTest::without_a_run_it_says_what_to_do() {
    LivePage page;
    page.refresh();
    QVERIFY(page.findChild<QLabel*>(QStringLiteral("step"))
                ->text()
                .contains(QStringLiteral("open a run")));
    QVERIFY(!page.findChild<QPushButton*>(QStringLiteral("pause"))->isEnabled());
    QVERIFY(!page.findChild<QPushButton*>(QStringLiteral("cancel"))->isEnabled());
    QCOMPARE(page.charts().size(), 6);
}

void LivePageTest::events_reach_every_chart() {
    plan();
    start(1, 0);
    answer(1, "gpu", 500);
    finish(1);
    CriterionState criterion;
    criterion.id = QStringLiteral("x");
    criterion.status = QStringLiteral("met");
    m_session->apply(CriteriaEvent{{criterion}});
    m_page->refresh();
    QCOMPARE(count("A"), 500);
    for (const Chart* chart : m_page->charts()) {
        QVERIFY2(!chart->summary().isEmpty(), qPrintable(chart->objectName()));
    }
    QCOMPARE(*find<ThroughputChart>("throughput_chart")->mean_rate_hz(QStringLiteral("A")), 50.0);
    answer(1, "gpu", 100);
    m_page->refresh();
    QCOMPARE(count("A"), 600);
    QCOMPARE(find<SeriesChart>("series_chart")->count(QStringLiteral("A")), 600);
}

void LivePageTest::nothing_new_costs_no_drawing() {
    plan();
    start(1, 0);
    answer(1, "gpu", 50);
    m_page->refresh();
    QCoreApplication::processEvents();
    int drawn = 0;
    for (Chart* chart : m_page->charts()) {
        connect(chart->findChild<ThemedPlot*>(), &QCustomPlot::afterReplot, this,
                [&drawn] { ++drawn; });
    }
    ProgressEvent progress;
    progress.visits = 4;
    m_session->apply(progress);
    m_page->refresh();
    QCoreApplication::processEvents();
    QCOMPARE(drawn, 0);
    answer(1, "gpu", 1);
    m_page->refresh();
    QCoreApplication::processEvents();
    // The criteria have not changed.
    QCOMPARE(drawn, 5);
}

void LivePageTest::a_hidden_chart_is_drawn_when_it_is_seen_again() {
    plan();
    start(1, 0);
    answer(1, "gpu", 50);
    auto* ecdf = find<LegEcdfChart>("leg_ecdf_chart");
    ecdf->hide();
    m_page->refresh();
    QCOMPARE(count("A"), 0);
    QCOMPARE(find<SeriesChart>("series_chart")->count(QStringLiteral("A")), 50);
    ecdf->show();
    answer(1, "gpu", 1);
    m_page->refresh();
    QCOMPARE(count("A"), 51);
}

void LivePageTest::quiet_mode_draws_when_a_visit_has_ended() {
    plan();
    start(1, 0);
    answer(1, "gpu", 10);
    m_page->refresh();
    QCOMPARE(count("A"), 10);
    find<QCheckBox>("quiet")->setChecked(true);
    QVERIFY(m_page->is_quiet());
    m_page->refresh();
    answer(1, "gpu", 10);
    m_page->refresh();
    QCOMPARE(count("A"), 10);
    // The next visit has begun before the window had a look: what ended is drawn all the same.
    finish(1);
    start(2, 1);
    answer(2, "gpu", 5);
    m_page->refresh();
    QCOMPARE(count("A"), 20);
    answer(2, "gpu", 5);
    m_page->refresh();
    QVERIFY(count("B") <= 5);
    find<QCheckBox>("quiet")->setChecked(false);
    m_page->refresh();
    QCOMPARE(count("B"), 10);
}

void LivePageTest::the_selectors_go_with_the_run_until_somebody_chooses() {
    auto* stream = find<QComboBox>("stream_selector");
    auto* condition = find<QComboBox>("condition_selector");
    plan();
    start(1, 0);
    answer(1, "gpu", 10);
    m_page->refresh();
    QCOMPARE(condition->currentText(), QStringLiteral("solo"));
    QCOMPARE(stream->currentText(), QStringLiteral("gpu"));
    finish(1);
    start(3, 2);
    answer(3, "gpu", 3);
    answer(3, "ane", 4);
    m_page->refresh();
    QCOMPARE(condition->currentText(), QStringLiteral("both"));
    QCOMPARE(stream->currentText(), QStringLiteral("ane"));
    QCOMPARE(count("A"), 4);
    condition->setCurrentText(QStringLiteral("solo"));
    emit condition->activated(condition->currentIndex());
    QCOMPARE(find<LegEcdfChart>("leg_ecdf_chart")->title(),
             QStringLiteral("Return leg of gpu, solo: distribution"));
    answer(3, "gpu", 3);
    m_page->refresh();
    QCOMPARE(condition->currentText(), QStringLiteral("solo"));
    find<QComboBox>("metric_selector")->setCurrentIndex(2);
    QVERIFY(find<SeriesChart>("series_chart")->title().startsWith(QStringLiteral("Service")));
}

void LivePageTest::requests_without_stamps_show_their_time_end_to_end() {
    plan();
    start(1, 0);
    SamplesEvent event;
    event.visit = 1;
    event.stream = QStringLiteral("gpu");
    event.at_s = {0.1};
    event.e2e_ms = {7};
    event.return_ms = event.occupancy_ms = event.service_ms = {std::nanf("")};
    m_session->apply(event);
    m_page->refresh();
    QVERIFY(find<SeriesChart>("series_chart")->title().startsWith(QStringLiteral("End to end")));
    // Somebody who chooses is not overruled.
    find<QComboBox>("metric_selector")->setCurrentIndex(0);
    m_session->apply(event);
    m_page->refresh();
    QVERIFY(find<SeriesChart>("series_chart")->title().startsWith(QStringLiteral("Return leg")));
}

void LivePageTest::progress_says_what_is_done_and_left() {
    plan();
    StepEvent step{QStringLiteral("checks"), QStringLiteral("cell A")};
    m_session->apply(step);
    m_page->refresh();
    QCOMPARE(find<QLabel>("step")->text(), QStringLiteral("checks: cell A"));
    start(1, 1);
    ProgressEvent progress;
    progress.fraction = 0.25;
    progress.left_s = 161;
    progress.done = 1;
    progress.visits = 4;
    progress.state = QStringLiteral("running");
    m_session->apply(progress);
    m_page->refresh();
    QCOMPARE(find<QLabel>("step")->text(),
             QStringLiteral("Measuring cell B, condition solo, cycle 1 of 1"));
    QCOMPARE(find<QLabel>("time_left")->text(),
             QStringLiteral("1 of 4 visits, about 2 min 41 s left"));
    QCOMPARE(find<QProgressBar>("progress")->value(), 250);
}

void LivePageTest::pause_and_cancel_are_asked_for_once() {
    plan();
    start(1, 0);
    m_page->refresh();
    QSignalSpy pauses(m_page.get(), &LivePage::pause_requested);
    QSignalSpy cancels(m_page.get(), &LivePage::cancel_requested);
    auto* pause = find<QPushButton>("pause");
    auto* cancel = find<QPushButton>("cancel");
    QVERIFY(pause->isEnabled() && cancel->isEnabled());
    QTest::mouseClick(pause, Qt::LeftButton);
    QCOMPARE(pauses.size(), 1);
    QCOMPARE(pauses[0][0].toBool(), true);
    QCOMPARE(pause->text(), QStringLiteral("Resume"));
    QTest::mouseClick(pause, Qt::LeftButton);
    QCOMPARE(pauses[1][0].toBool(), false);
    QTest::mouseClick(cancel, Qt::LeftButton);
    QCOMPARE(cancels.size(), 1);
    answer(1, "gpu", 1);
    m_page->refresh();
    QVERIFY(!cancel->isEnabled());
}

void LivePageTest::a_run_that_has_ended_cannot_be_stopped() {
    plan();
    start(1, 0);
    RunFinishedEvent end;
    end.status = QStringLiteral("failed");
    end.reason = QStringLiteral("the host would not start");
    m_session->apply(end);
    m_page->refresh();
    QVERIFY(!find<QPushButton>("pause")->isEnabled());
    QVERIFY(!find<QPushButton>("cancel")->isEnabled());
    QCOMPARE(find<QLabel>("step")->text(),
             QStringLiteral("The run failed: the host would not start"));
}

void LivePageTest::findings_are_listed_the_gravest_first() {
    for (const char* severity : {"note", "blocks", "warns"}) {
        FindingEvent finding;
        finding.id = QLatin1String(severity);
        finding.severity = QLatin1String(severity);
        finding.says = QStringLiteral("something");
        finding.advice = QStringLiteral("do this");
        m_session->apply(finding);
    }
    m_page->refresh();
    const auto* list = find<QListWidget>("findings");
    QCOMPARE(list->count(), 3);
    QCOMPARE(list->item(0)->text(), QStringLiteral("✗ blocks  something\ndo this"));
    QVERIFY(list->item(1)->text().contains(QStringLiteral("warns")));
    QVERIFY(list->item(2)->text().contains(QStringLiteral("note")));
}

void LivePageTest::checks_are_listed_as_they_passed_or_failed() {
    m_session->apply(StepEvent{QStringLiteral("sizes"), QStringLiteral("something else")});
    m_session->apply(StepEvent{QStringLiteral("check passed"), QStringLiteral("clock: 1 ns")});
    m_session->apply(StepEvent{QStringLiteral("check failed"), QStringLiteral("stamps: late")});
    m_page->refresh();
    const auto* list = find<QListWidget>("findings");
    QCOMPARE(list->count(), 2);
    QCOMPARE(list->item(0)->text(), QStringLiteral("✓ check passed  clock: 1 ns"));
    QCOMPARE(list->item(1)->text(), QStringLiteral("✗ check failed  stamps: late"));
}

void LivePageTest::another_session_starts_afresh() {
    plan();
    start(1, 0);
    answer(1, "gpu", 10);
    m_page->refresh();
    QTest::mouseClick(find<QPushButton>("cancel"), Qt::LeftButton);
    find<SeriesChart>("series_chart")->set_x_range(1, 2);
    RunSession other;
    m_page->set_session(&other);
    QCOMPARE(count("A"), 0);
    QVERIFY(find<SeriesChart>("series_chart")->follows());
    QVERIFY(find<QPushButton>("cancel")->isEnabled());
    m_page->set_session(nullptr);
    m_page->refresh();
    QVERIFY(!find<QPushButton>("cancel")->isEnabled());
    QCOMPARE(find<SeriesChart>("series_chart")->summary(), QString());
}

void LivePageTest::the_pointer_is_linked_over_time() {
    plan();
    start(1, 0);
    answer(1, "gpu", 10);
    m_page->refresh();
    auto* series = find<SeriesChart>("series_chart");
    auto* throughput = find<ThroughputChart>("throughput_chart");
    emit series->cursor_moved(3.5);
    QCOMPARE(throughput->cursor(), std::optional<double>(3.5));
    QVERIFY(!find<CriteriaForest>("criteria_forest")->cursor());
}

void LivePageTest::every_metric_has_its_definition_as_tooltip() {
    QVERIFY(find<LegEcdfChart>("leg_ecdf_chart")
                ->toolTip()
                .contains(QStringLiteral("service_end → received")));
    QVERIFY(!find<ThroughputChart>("throughput_chart")->toolTip().isEmpty());
    const auto* metrics = find<QComboBox>("metric_selector");
    for (int i = 0; i < metrics->count(); ++i) {
        QVERIFY(!metrics->itemData(i, Qt::ToolTipRole).toString().isEmpty());
    }
}

QTEST_MAIN(LivePageTest)
#include "live_page_test.moc"
