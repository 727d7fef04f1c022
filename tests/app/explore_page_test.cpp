// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/explore_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "charts/distribution_chart.h"
#include "charts/resources_chart.h"
#include "charts/wait_density_chart.h"
#include "core/figures.h"
#include "core/run_integrity.h"
#include "fixtures/stored_run.h"
#include "widgets/cell_picker.h"
#include "widgets/leg_picker.h"
#include "widgets/requests_tab.h"

using namespace stallscope;
using namespace stallscope::app;

class ExplorePageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void says_what_it_is_for_without_a_run();
    void the_distribution_gives_the_figures_of_the_analysis();
    void another_leg_and_fewer_cells();
    void waits_have_a_map_for_each_cell_with_calls();
    void the_reply_path_is_a_chart_and_a_table();
    void resources_offer_what_was_read();
    void requests_are_filtered();
    void a_visit_can_be_asked_for();
    void the_environment_says_that_the_file_is_unaltered();
    void altered_rows_are_named();
    void many_cells_are_a_menu();
    void a_page_may_change_its_session_while_it_reads();

private:
    template <class Chart>
    Chart& shown_chart(int tab) {
        m_tabs->setCurrentIndex(tab);
        return *qobject_cast<Chart*>(m_page.charts().value(0));
    }
    const Figures& figures(const char* cell) const {
        for (const Row& row : m_session->file()->results()->rows) {
            if (row.cell == cell && row.stream == "gpu") return row.figures;
        }
        throw std::runtime_error("no such row");
    }

    StoredRun m_run;
    std::unique_ptr<RunSession> m_session;
    ExplorePage m_page;
    QTabWidget* m_tabs = nullptr;
};

void ExplorePageTest::initTestCase() {
    m_session = m_run.session();
    m_page.resize(1280, 800);
    m_page.show();
    m_tabs = m_page.findChild<QTabWidget*>("tabs");
}

void ExplorePageTest::says_what_it_is_for_without_a_run() {
    auto* empty = m_page.findChild<QLabel*>("empty_text", Qt::FindDirectChildrenOnly);
    QVERIFY(empty->isVisible() && empty->text().contains("Open a run"));
    QVERIFY(m_page.charts().isEmpty());
    RunSession live;
    m_page.set_session(&live);
    QVERIFY(empty->isVisible() && empty->text().contains("once it has ended"));
    m_page.set_session(m_session.get());
    QVERIFY(!empty->isVisible());
}

void ExplorePageTest::the_distribution_gives_the_figures_of_the_analysis() {
    auto& chart = shown_chart<DistributionChart>(0);
    QTRY_VERIFY(chart.summary().contains("released"));
    for (const char* cell : {"idle", "held", "released"}) {
        const Summary& leg = figures(cell).legs_ms.at("return");
        const QString wanted =
            QStringLiteral("%1: n = %2, P50 %3 ms, P95 %4 ms, P99 %5 ms.")
                .arg(cell)
                .arg(leg.n)
                .arg(figure_text(*leg.p50), figure_text(*leg.p95), figure_text(*leg.p99));
        QTRY_VERIFY2(chart.summary().contains(wanted),
                     qPrintable(wanted + " is not in " + chart.summary()));
    }
}

void ExplorePageTest::another_leg_and_fewer_cells() {
    auto& chart = shown_chart<DistributionChart>(0);
    m_tabs->currentWidget()->findChild<LegPicker*>()->set_leg(PathStep::header_to_body);
    QTRY_VERIFY(chart.summary().startsWith("Header to body of gpu in both."));
    // Every request's body takes 10 µs here.
    QTRY_VERIFY(chart.summary().contains("P50 0.0100 ms"));
    QTest::mouseClick(m_page.findChild<QToolButton*>("cell_held"), Qt::LeftButton);
    QVERIFY(!chart.summary().contains("held:"));
    QVERIFY(chart.summary().contains("idle:"));
    QTest::mouseClick(m_page.findChild<QToolButton*>("cell_held"), Qt::LeftButton);
    QVERIFY(chart.summary().contains("held:"));
    QTest::mouseClick(m_page.findChild<QRadioButton*>("cumulative"), Qt::LeftButton);
    QCOMPARE(chart.view(), DistributionView::cumulative);
    m_tabs->currentWidget()->findChild<LegPicker*>()->set_leg(Leg::return_leg);
}

void ExplorePageTest::waits_have_a_map_for_each_cell_with_calls() {
    m_tabs->setCurrentIndex(1);
    // Alone there is no call to wait for.
    QCOMPARE(m_page.charts().size(), 2);
    auto* held = m_page.findChild<WaitDensityChart*>("waits_held");
    auto* released = m_page.findChild<WaitDensityChart*>("waits_released");
    QVERIFY(held != nullptr && released != nullptr);
    const auto counted = [](const WaitDensityChart& chart) {
        return static_cast<std::int64_t>(chart.grid().inside() + chart.grid().outside);
    };
    QTRY_COMPARE(counted(*held), figures("held").alignments.at(0).ended_inside);
    QTRY_COMPARE(counted(*released), figures("released").alignments.at(0).ended_inside);
    QCOMPARE(held->x_high(), released->x_high());
    QCOMPARE(held->grid().y_high, released->grid().y_high);
}

void ExplorePageTest::the_reply_path_is_a_chart_and_a_table() {
    m_tabs->setCurrentIndex(2);
    QVERIFY(m_page.charts().value(0) != nullptr);
    auto* rows = m_tabs->currentWidget()->findChild<QTableView*>("rows");
    QCOMPARE(rows->model()->rowCount(), 3 * 6);
    QCOMPARE(rows->model()->index(6, 0).data().toString(), QStringLiteral("held"));
    QCOMPARE(rows->model()->index(6, 1).data().toString(), QStringLiteral("Lock wait"));
    QCOMPARE(rows->model()->index(6, 3).data().toString(),
             QString::number(*figures("held").legs_ms.at("lock_wait").p50, 'f', 3));
}

void ExplorePageTest::resources_offer_what_was_read() {
    auto& chart = shown_chart<ResourcesChart>(3);
    auto* quantity = m_tabs->currentWidget()->findChild<QComboBox*>("quantity");
    QTRY_COMPARE(quantity->count(), 4);
    QCOMPARE(quantity->itemText(0), QStringLiteral("CPU use"));
    QVERIFY(chart.summary().contains("host and workers: 1.25 to 1.25, 6 readings"));
    quantity->setCurrentIndex(quantity->findData("resident"));
    QVERIFY(chart.summary().contains("host: 64.0 to 66.0, 12 readings"));
    QVERIFY(chart.values_at(1.8).contains("host: 64.0 MiB"));
    QVERIFY(!m_page.findChild<CellPicker*>()->isEnabled());
}

void ExplorePageTest::requests_are_filtered() {
    m_tabs->setCurrentIndex(4);
    auto* tab = m_tabs->currentWidget();
    auto* rows = tab->findChild<QTableView*>("rows");
    QTRY_VERIFY(rows->model()->rowCount() > 100);
    const int all = rows->model()->rowCount();
    auto* filter = tab->findChild<QLineEdit*>("filter");
    QTest::keyClicks(filter, "arrival >= 0");
    const int counted = rows->model()->rowCount();
    QVERIFY(counted > 0 && counted < all);
    filter->setText("arrivals >= 0");
    QVERIFY(tab->findChild<QLabel*>("filter_fault")->isVisible());
    QCOMPARE(rows->model()->rowCount(), counted);
    filter->clear();
    QVERIFY(!tab->findChild<QLabel*>("filter_fault")->isVisible());
    QCOMPARE(rows->model()->rowCount(), all);
}

void ExplorePageTest::a_visit_can_be_asked_for() {
    m_tabs->setCurrentIndex(0);
    const auto& visits = m_session->file()->visits();
    const auto held = std::find_if(visits.begin(), visits.end(), [](const StoredVisit& visit) {
        return visit.visit.cell == "held";
    });
    m_page.show_rows(held->visit.id, "neighbour");
    QCOMPARE(m_tabs->currentIndex(), 4);
    auto* rows = m_tabs->currentWidget()->findChild<QTableView*>("rows");
    QTRY_COMPARE(rows->model()->rowCount(), static_cast<int>(held->calls));
    QCOMPARE(rows->model()->headerData(0, Qt::Horizontal).toString(), QStringLiteral("call"));
}

void ExplorePageTest::the_environment_says_that_the_file_is_unaltered() {
    m_tabs->setCurrentIndex(5);
    auto* tab = m_tabs->currentWidget();
    auto* state = tab->findChild<QLabel*>("integrity");
    QTRY_VERIFY(state->text().contains("✓ The rows of all 6 ended visits"));
    QVERIFY(state->text().contains("✓ The seal holds"));
    QVERIFY(state->text().contains(
        QString::fromStdString(m_session->file()->results()->sealed_sha256)));
    QVERIFY(tab->findChild<QPlainTextEdit*>("sealed_text")->toPlainText().contains("held-delays"));
    auto* rows = tab->findChild<QTableView*>("rows");
    tab->findChild<QLineEdit*>("filter")->setText("part = Environment and what = cores");
    QCOMPARE(rows->model()->rowCount(), 1);
    QCOMPARE(rows->model()->index(0, 2).data().toString(), QStringLiteral("2"));
    tab->findChild<QLineEdit*>("filter")->setText("clock");
    QCOMPARE(rows->model()->index(0, 2).data().toString(),
             QStringLiteral("one clock for all processes"));
}

void ExplorePageTest::altered_rows_are_named() {
    const auto file = m_run.open();
    auto visits = file->visits();
    visits[2].rows_sha256 = "another";
    RunIntegrity found;
    QVERIFY(check_integrity(*file->reader(), visits, [&](const RunIntegrity& so_far) {
        found = so_far;
        return true;
    }));
    QVERIFY(found.seal_holds && found.complete() && !found.holds());
    QCOMPARE(found.altered, QStringList{"visit 3 (released, both)"});
}

void ExplorePageTest::many_cells_are_a_menu() {
    CellPicker picker;
    picker.set_cells({"a", "b"});
    QCOMPARE(picker.findChildren<QToolButton*>().size(), 2);
    picker.findChild<QToolButton*>("cell_b")->click();
    const int narrow = picker.sizeHint().width();
    QStringList many{"a", "b"};
    for (int i = 0; i < 40; ++i) many += QStringLiteral("a cell with a long name %1").arg(i);
    picker.set_cells(many);
    QSignalSpy changed(&picker, &CellPicker::chosen_changed);
    auto* button = picker.findChild<QToolButton*>("cells_menu");
    QCOMPARE(button->text(), QStringLiteral("41 of 42 shown"));
    QVERIFY(picker.sizeHint().width() < 3 * narrow);
    button->menu()->actions()[3]->trigger();
    QCOMPARE(changed.size(), 1);
    QCOMPARE(button->text(), QStringLiteral("40 of 42 shown"));
    QVERIFY(!picker.chosen().contains("b") && picker.chosen().size() == 40);
}

void ExplorePageTest::a_page_may_change_its_session_while_it_reads() {
    QSignalSpy problems(&m_page, &Page::problem);
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        auto other = m_run.session();
        m_tabs->setCurrentIndex(tab);
        m_page.set_session(other.get());
        m_page.set_session(nullptr);
        QCOMPARE(m_page.findChild<RequestsTab*>()->findChild<QComboBox*>("visit")->count(), 0);
        other.reset();
    }
    m_page.set_session(m_session.get());
    QTest::qWait(50);
    QVERIFY(problems.isEmpty());
    m_page.set_session(nullptr);
}

QTEST_MAIN(ExplorePageTest)
#include "explore_page_test.moc"
