// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare_page.h"

#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

#include "charts/distribution_chart.h"
#include "fixtures/stored_run.h"

using namespace stallscope;
using namespace stallscope::app;

class ComparePageTest : public QObject {
    Q_OBJECT

private slots:
    void one_run_alone_is_told_what_is_missing();
    void the_open_run_is_not_read_twice_and_stays_when_it_is_closed();
    void two_runs_of_one_method_are_compared();
    void another_method_is_refused_and_not_drawn();
    void another_base_compares_anew();
    void files_can_be_dropped();
    void what_cannot_be_added_is_a_problem();

private:
    static bool all_analysed(const ComparePage& page, std::size_t runs) {
        if (page.runs().runs().size() != runs) return false;
        for (const auto& run : page.runs().runs()) {
            if (!run->is_analysed()) return false;
        }
        return true;
    }
    static QAbstractItemModel& table(const ComparePage& page, int tab) {
        auto* tabs = page.findChild<QTabWidget*>("tables");
        return *tabs->widget(tab)->findChild<QTableView*>("rows")->model();
    }
    static std::string longer() {
        std::string text = by_hand::experiment_text;
        const std::string from = "\"seconds\": 1.6";
        return text.replace(text.find(from), from.size(), "\"seconds\": 2.4");
    }
};

void ComparePageTest::one_run_alone_is_told_what_is_missing() {
    const StoredRun run;
    const auto session = run.session();
    ComparePage page;
    page.show();
    QVERIFY(page.findChild<QLabel*>("empty_text")->isVisible());
    page.set_session(session.get());
    QCOMPARE(page.runs().runs().size(), std::size_t{1});
    QVERIFY(page.findChild<QLabel*>("refusal")->text().contains("One run alone"));
}

void ComparePageTest::the_open_run_is_not_read_twice_and_stays_when_it_is_closed() {
    const StoredRun run;
    auto session = std::make_unique<RunSession>();
    QSignalSpy ended(session.get(), &RunSession::ended);
    ComparePage page;
    page.show();
    page.set_session(session.get());
    session->open(run.path());
    QCOMPARE(page.runs().runs().size(), std::size_t{0});  // a session that reads stops its file
    QVERIFY(ended.wait());
    QCOMPARE(page.runs().runs().size(), std::size_t{1});
    QCOMPARE(page.runs().base()->file.get(), session->file());
    page.set_session(nullptr);
    session.reset();
    page.findChild<QComboBox*>("cell")->setCurrentText("held");
    auto& chart = *page.findChild<DistributionChart*>();
    QTRY_VERIFY(chart.summary().startsWith("Return leg of gpu in cell held, both.") &&
                chart.summary().contains("stored: n"));
}

void ComparePageTest::two_runs_of_one_method_are_compared() {
    const StoredRun one, two;
    ComparePage page;
    page.resize(1280, 800);
    page.show();
    page.add_runs({one.path(), two.path()});
    QTRY_VERIFY(all_analysed(page, 2));
    QCOMPARE(page.runs().runs()[1]->name, QStringLiteral("stored (2)"));
    QTRY_VERIFY(page.runs().runs()[1]->is_comparable);
    QVERIFY(!page.findChild<QLabel*>("refusal")->isVisible());
    QAbstractItemModel& ratios = table(page, 0);
    QVERIFY(ratios.rowCount() > 0);
    for (int row = 0; row < ratios.rowCount(); ++row) {
        QCOMPARE(ratios.index(row, 8).data().toString(), QStringLiteral("1.000"));
        QCOMPARE(ratios.index(row, 12).data().toString(), QStringLiteral("2 / 2"));
    }
    QVERIFY(ratios.headerData(9, Qt::Horizontal).toString().contains("Welch"));
    auto& chart = *page.findChild<DistributionChart*>();
    QTRY_VERIFY(chart.summary().contains("stored: n") && chart.summary().contains("(2): n"));
    page.findChild<QComboBox*>("cell")->setCurrentText("held");
    QTRY_VERIFY(chart.summary().startsWith("Return leg of gpu in cell held, both."));
}

void ComparePageTest::another_method_is_refused_and_not_drawn() {
    const StoredRun one, other(longer());
    ComparePage page;
    page.show();
    page.add_runs({one.path(), other.path()});
    QTRY_VERIFY(all_analysed(page, 2));
    QTRY_VERIFY(page.findChild<QLabel*>("refusal")->text().startsWith("Refused: stored (2)"));
    QCOMPARE(table(page, 0).rowCount(), 0);
    QAbstractItemModel& method = table(page, 1);
    QCOMPARE(method.rowCount(), 1);
    QCOMPARE(method.index(0, 2).data().toString(), QStringLiteral("windows.seconds"));
    QCOMPARE(method.index(0, 3).data().toString(), QStringLiteral("1.6"));
    QCOMPARE(method.index(0, 4).data().toString(), QStringLiteral("2.4"));
    auto& chart = *page.findChild<DistributionChart*>();
    QTRY_VERIFY(chart.summary().contains("stored: n"));
    QVERIFY(!chart.summary().contains("(2)"));
    QVERIFY(page.findChild<QListWidget*>("runs")->item(1)->text().contains("1 difference"));
}

void ComparePageTest::another_base_compares_anew() {
    const StoredRun one, other(longer()), third;
    ComparePage page;
    page.show();
    page.add_runs({one.path(), other.path(), third.path()});
    QTRY_VERIFY(all_analysed(page, 3));
    QTRY_VERIFY(page.runs().runs()[2]->is_comparable);
    auto* list = page.findChild<QListWidget*>("runs");
    list->setCurrentRow(1);
    QTest::mouseClick(page.findChild<QPushButton*>("use_as_base"), Qt::LeftButton);
    QCOMPARE(page.runs().base()->name, QStringLiteral("stored (2)"));
    QVERIFY(!page.runs().runs()[1]->is_comparable && !page.runs().runs()[2]->is_comparable);
    list->setCurrentRow(0);
    QTest::mouseClick(page.findChild<QPushButton*>("remove_run"), Qt::LeftButton);
    QCOMPARE(page.runs().runs().size(), std::size_t{2});
    QVERIFY(page.runs().runs()[1]->is_comparable);
    QVERIFY(table(page, 0).rowCount() > 0);
}

void ComparePageTest::files_can_be_dropped() {
    const StoredRun one, two;
    ComparePage page;
    page.show();
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(one.path()), QUrl::fromLocalFile(two.path())});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&page, &drop);
    QCOMPARE(page.runs().runs().size(), std::size_t{2});
}

void ComparePageTest::what_cannot_be_added_is_a_problem() {
    const StoredRun one;
    ComparePage page;
    QSignalSpy problems(&page, &Page::problem);
    page.add_runs({one.path(), one.path(), one.path() + ".gone"});
    QCOMPARE(problems.size(), 2);
    QCOMPARE(page.runs().runs().size(), std::size_t{1});
}

QTEST_MAIN(ComparePageTest)
#include "compare_page_test.moc"
