// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline_page.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <memory>

#include "charts/timeline_chart.h"
#include "core/run_session.h"
#include "fixtures/waiting_run.h"

using namespace stallscope;
using namespace stallscope::app;

class TimelinePageTest : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void it_opens_with_a_telling_visit_and_its_worst_request();
    void visits_are_listed_with_how_they_ended();
    void another_cell_shows_its_visit();
    void keys_walk_from_the_worst_to_the_best();
    void another_metric_starts_with_its_worst();
    void a_click_on_a_span_shows_its_stamps();
    void z_and_f_zoom_in_and_out();
    void the_whole_run_is_one_axis_to_zoom_along();
    void a_click_on_another_visit_shows_it();
    void a_live_run_offers_the_visits_that_have_ended();
    void without_a_run_it_says_what_it_is_for();
    void a_run_without_visits_has_none_to_choose();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("run.stallscope")); }
    void open() {
        m_session->open(path());
        m_page->set_session(m_session.get());
        QTRY_VERIFY(chart().timeline() != nullptr);
        m_page->grab();
    }
    TimelineChart& chart() const { return *m_page->findChild<TimelineChart*>(); }
    QComboBox& box(const char* name) const { return *m_page->findChild<QComboBox*>(name); }
    QString label(const char* name) const { return m_page->findChild<QLabel*>(name)->text(); }
    QString selected() const { return label("request_title"); }
    /// Of a row of a table: its texts.
    QStringList row(const char* table, const QString& first) const {
        const QAbstractItemModel* model =
            m_page->findChild<QWidget*>(table)->findChild<QTableView*>()->model();
        for (int at = 0; at < model->rowCount(); ++at) {
            if (model->index(at, 0).data().toString() != first) continue;
            QStringList texts;
            for (int column = 0; column < model->columnCount(); ++column)
                texts += model->index(at, column).data().toString();
            return texts;
        }
        return {};
    }
    void press(Qt::Key key) { QTest::keyClick(m_page->findChild<TimelineChart*>(), key); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<WaitingRun> m_run;
    std::unique_ptr<RunSession> m_session;
    std::unique_ptr<TimelinePage> m_page;
};

void TimelinePageTest::init() {
    m_folder = std::make_unique<QTemporaryDir>();
    m_run = std::make_unique<WaitingRun>(path());
    m_session = std::make_unique<RunSession>();
    m_page = std::make_unique<TimelinePage>();
    m_page->resize(1280, 800);
    m_page->show();
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    m_page->setFocus();
}

void TimelinePageTest::cleanup() {
    m_page.reset();
    m_session.reset();
    m_run.reset();
}

void TimelinePageTest::it_opens_with_a_telling_visit_and_its_worst_request() {
    m_run->add_visit("C", "both");
    m_run->add_visit("A", "solo");
    m_run->add_visit("A", "both", VisitStatus::failed, "the host died");
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    QCOMPARE(box("cell").currentText(), QStringLiteral("A"));
    QCOMPARE(box("condition").currentText(), QStringLiteral("both"));
    QCOMPARE(box("visit").currentText(), QStringLiteral("cycle 1, first half · complete"));
    QCOMPARE(selected(), QStringLiteral("Request 10 of gpu"));
    QCOMPARE(label("worst_place"), QStringLiteral("1 of 20: 10.3 ms"));
    QVERIFY(label("reading").contains("after the call of ane ended: it waited for the lock."));
    QVERIFY(chart().x_low() > 0.25 && chart().x_high() < 0.32);
    QCOMPARE(m_page->charts(), QList<Chart*>{&chart()});
}

void TimelinePageTest::visits_are_listed_with_how_they_ended() {
    m_run->add_visit("A", "both");
    m_run->add_visit("A", "both", VisitStatus::failed, "the host died");
    m_run->add_visit("A", "both", VisitStatus::discarded, cancelled_reason);
    m_run->add_visit("A", "both", std::nullopt);
    m_run->end();
    open();
    QStringList states;
    for (int i = 0; i < box("visit").count(); ++i)
        states += box("visit").itemText(i).section(QStringLiteral(" · "), 1);
    QCOMPARE(states, QStringList({"complete", "failed: the host died", "discarded: cancelled",
                                  "not ended"}));
    box("visit").setCurrentIndex(3);
    QTRY_VERIFY(chart().timeline() && chart().timeline()->frame.visit == 4);
}

void TimelinePageTest::another_cell_shows_its_visit() {
    m_run->add_visit("A", "both");
    m_run->add_visit("C", "solo");
    const qint64 wanted = m_run->add_visit("C", "both");
    m_run->end();
    open();
    box("cell").setCurrentText("C");
    QCOMPARE(box("condition").currentText(), QStringLiteral("both"));
    QTRY_VERIFY(chart().timeline() && chart().timeline()->frame.visit == wanted);
    box("condition").setCurrentText("solo");
    QTRY_VERIFY(chart().timeline() && chart().timeline()->lanes.size() == 3);
}

void TimelinePageTest::keys_walk_from_the_worst_to_the_best() {
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    QCOMPARE(selected(), QStringLiteral("Request 10 of gpu"));
    press(Qt::Key_N);
    QCOMPARE(selected(), QStringLiteral("Request 9 of gpu"));
    press(Qt::Key_N);
    QCOMPARE(selected(), QStringLiteral("Request 8 of gpu"));
    QVERIFY2(chart().x_low() < 0.211 && chart().x_high() > 0.23, "it is in view");
    press(Qt::Key_P);
    QCOMPARE(selected(), QStringLiteral("Request 9 of gpu"));
    press(Qt::Key_P);
    press(Qt::Key_P);
    QCOMPARE(selected(), QStringLiteral("Request 10 of gpu"));
}

void TimelinePageTest::another_metric_starts_with_its_worst() {
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    press(Qt::Key_N);
    box("worst_by").setCurrentText("Lock wait");
    QCOMPARE(selected(), QStringLiteral("Request 10 of gpu"));
    QCOMPARE(label("worst_place"), QStringLiteral("1 of 10: 10.0 ms"));
}

void TimelinePageTest::a_click_on_a_span_shows_its_stamps() {
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    press(Qt::Key_F);
    m_page->grab();
    const RequestRow wanted = waiting_requests()[2];
    QWidget* plot = chart().childAt(chart().rect().center());
    QTest::mouseClick(
        plot, Qt::LeftButton, {},
        plot->mapFrom(&chart(), chart().place_of(1, (wanted.read_returned + wanted.header) / 2)));
    QCOMPARE(selected(), QStringLiteral("Request 3 of gpu"));
    QCOMPARE(row("stamps", "read_returned"), QStringList({"read_returned", "73.200", "50.0"}));
    QCOMPARE(row("stamps", "header"), QStringList({"header", "76.200", "3,000.0"}));
    QCOMPARE(row("stamps", "device_start"), QStringList({"device_start", "–", "–"}));
    QCOMPARE(row("legs", "lock_wait"), QStringList({"lock_wait", "3.0000"}));
    QCOMPARE(row("legs", "device"), QStringList({"device", "–"}));
    QCOMPARE(label("worst_place").section(':', 0, 0), QStringLiteral("8 of 20"));
}

void TimelinePageTest::z_and_f_zoom_in_and_out() {
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    press(Qt::Key_F);
    QVERIFY(chart().x_low() < 0 && chart().x_high() > 0.3);
    press(Qt::Key_Z);
    QVERIFY(chart().x_high() - chart().x_low() < 0.03);
    QVERIFY(chart().x_low() > 0.26);
}

void TimelinePageTest::the_whole_run_is_one_axis_to_zoom_along() {
    m_run->add_visit("C", "both");
    m_run->add_visit("A", "both");
    m_run->add_visit("A", "solo");
    m_run->end();
    open();
    QCOMPARE(box("cell").currentText(), QStringLiteral("A"));
    m_page->findChild<QAction*>(QStringLiteral("whole_run"))->trigger();
    // A/both is shown: C began two seconds before it, A/solo two seconds after it.
    QVERIFY(chart().x_low() < -2 && chart().x_high() > 2.3);
    chart().set_x_range(-1.9, -1.8);
    emit chart().range_changed(-1.9, -1.8);
    QTRY_COMPARE(box("cell").currentText(), QStringLiteral("C"));
    QTRY_VERIFY(chart().timeline() != nullptr);
    QVERIFY(std::abs(chart().x_low() - 0.1) < 1e-9);
    QVERIFY(std::abs(chart().x_high() - 0.2) < 1e-9);
    // Inside the window that is shown nothing is read again.
    emit chart().range_changed(0.11, 0.12);
    QCoreApplication::processEvents();
    QVERIFY(chart().timeline() != nullptr);
}

void TimelinePageTest::a_click_on_another_visit_shows_it() {
    m_run->add_visit("A", "both");
    m_run->add_visit("C", "both");
    m_run->end();
    open();
    QCOMPARE(box("cell").currentText(), QStringLiteral("A"));
    m_page->findChild<QAction*>(QStringLiteral("whole_run"))->trigger();
    m_page->grab();
    emit chart().clicked(2.15, 0.5);
    QTRY_COMPARE(box("cell").currentText(), QStringLiteral("C"));
    QTRY_VERIFY(chart().selected().has_value());
}

void TimelinePageTest::a_live_run_offers_the_visits_that_have_ended() {
    PlanEvent plan;
    plan.file = path();
    m_session->apply(plan);
    m_page->set_session(m_session.get());
    QVERIFY(!box("visit").isEnabled());
    const auto measure = [&](int index, const char* cell) {
        VisitStartedEvent started;
        started.visit = index + 1;
        started.index = index;
        m_session->apply(started);
        m_run->add_visit(cell, "both");
        VisitFinishedEvent finished;
        finished.visit = index + 1;
        finished.status = "complete";
        m_session->apply(finished);
    };
    measure(0, "A");
    m_page->refresh();
    QCOMPARE(box("cell").count(), 1);
    QVERIFY(chart().timeline() == nullptr);
    box("cell").setCurrentIndex(0);
    QTRY_VERIFY(chart().timeline() != nullptr);
    const auto shown = chart().timeline();
    measure(1, "C");
    m_page->refresh();
    QCOMPARE(box("cell").count(), 2);
    QCOMPARE(box("cell").currentText(), QStringLiteral("A"));
    QCOMPARE(chart().timeline(), shown);
    m_run->end();
    m_session->end();
    QVERIFY(m_session->file() != nullptr);
    QCOMPARE(chart().timeline(), shown);
    box("cell").setCurrentText("C");
    QTRY_VERIFY(chart().timeline() && chart().timeline()->frame.visit == 2);
}

void TimelinePageTest::without_a_run_it_says_what_it_is_for() {
    QVERIFY(!box("cell").isEnabled());
    QVERIFY(!m_page->findChild<QAction*>("next_worst")->isEnabled());
    m_page->refresh();
    m_run->add_visit("A", "both");
    m_run->end();
    open();
    m_page->set_session(nullptr);
    QVERIFY(chart().timeline() == nullptr);
    QCOMPARE(selected(), QStringLiteral("No request is selected"));
    press(Qt::Key_N);
    press(Qt::Key_Z);
}

void TimelinePageTest::a_run_without_visits_has_none_to_choose() {
    m_run->end();
    m_session->open(path());
    m_page->set_session(m_session.get());
    QVERIFY(!box("visit").isEnabled());
    QVERIFY(chart().timeline() == nullptr);
}

QTEST_MAIN(TimelinePageTest)
#include "timeline_page_test.moc"
