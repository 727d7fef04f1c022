// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/problems_panel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace stallscope::app;

class ProblemsPanelTest : public QObject {
    Q_OBJECT

private slots:
    void a_problem_says_what_where_and_what_to_do();
    void the_same_problem_is_counted_not_repeated();
    void the_oldest_go_when_there_are_too_many();
    void copy_takes_the_selected_ones_or_all();
    void clear_empties_it_and_tells();
};

void ProblemsPanelTest::a_problem_says_what_where_and_what_to_do() {
    ProblemsPanel panel;
    const QSignalSpy counted(&panel, &ProblemsPanel::count_changed);
    panel.add({QStringLiteral("the file is cut off"), QStringLiteral("a.stallscope"),
               QStringLiteral("Copy it again.")});
    QVERIFY(panel.text().endsWith(
        QStringLiteral("a.stallscope: the file is cut off.\nCopy it again.")));
    QCOMPARE(counted.count(), 1);
    QCOMPARE(counted.first().first().toInt(), 1);
}

void ProblemsPanelTest::the_same_problem_is_counted_not_repeated() {
    ProblemsPanel panel;
    const Problem problem{QStringLiteral("no device"), {}, {}};
    for (int i = 0; i < 3; ++i) panel.add(problem);
    panel.add({QStringLiteral("another"), {}, {}});
    QCOMPARE(panel.count(), 2);
    QVERIFY(panel.text().contains(QStringLiteral("no device. (3 times)")));
}

void ProblemsPanelTest::the_oldest_go_when_there_are_too_many() {
    ProblemsPanel panel;
    for (int i = 0; i < 300; ++i) panel.add({QStringLiteral("number %1").arg(i), {}, {}});
    QCOMPARE(panel.count(), 200);
    QVERIFY(panel.text().contains(QStringLiteral("number 299")));
    QVERIFY(!panel.text().contains(QStringLiteral("number 99.")));
}

void ProblemsPanelTest::copy_takes_the_selected_ones_or_all() {
    ProblemsPanel panel;
    panel.add({QStringLiteral("first"), {}, {}});
    panel.add({QStringLiteral("second"), {}, {}});
    auto* list = panel.findChild<QListWidget*>(QStringLiteral("problems"));
    QPushButton* copy = nullptr;
    for (auto* button : panel.findChildren<QPushButton*>())
        if (button->text() == QLatin1String("Copy")) copy = button;
    QVERIFY(list && copy);
    copy->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("first")));
    list->item(0)->setSelected(true);  // the newest
    copy->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("second")));
    QVERIFY(!QGuiApplication::clipboard()->text().contains(QStringLiteral("first")));
}

void ProblemsPanelTest::clear_empties_it_and_tells() {
    ProblemsPanel panel;
    panel.add({QStringLiteral("first"), {}, {}});
    const QSignalSpy counted(&panel, &ProblemsPanel::count_changed);
    panel.clear();
    QCOMPARE(panel.count(), 0);
    QCOMPARE(counted.first().first().toInt(), 0);
}

QTEST_MAIN(ProblemsPanelTest)
#include "problems_panel_test.moc"
