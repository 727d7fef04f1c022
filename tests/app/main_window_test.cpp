// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/main_window.h"

#include <QAction>
#include <QFontInfo>
#include <QLabel>
#include <QTest>
#include <QTreeView>

#include "core/about.h"
#include "widgets/about_dialog.h"

using stallscope::app::AboutDialog;
using stallscope::app::MainWindow;

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void text_is_drawn_with_a_real_font();
    void opens_with_its_title_and_version();
    void lists_the_shipped_experiments();
    void says_so_when_there_are_no_experiments();
    void about_names_the_licences_and_closes();
    void quit_closes_the_window();
};

namespace {

QString shipped() {
    return QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS);
}

}  // namespace

void MainWindowTest::text_is_drawn_with_a_real_font() {
    // Without any font every letter is a square, and every picture of the app is worthless.
    QCOMPARE(QFontInfo(QFont(QStringLiteral("DejaVu Sans"))).family(),
             QStringLiteral("DejaVu Sans"));
}

void MainWindowTest::opens_with_its_title_and_version() {
    MainWindow window(shipped());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCOMPARE(window.windowTitle(), QStringLiteral("Stallscope Workbench"));
    const auto* version = window.findChild<QLabel*>(QStringLiteral("version"));
    QVERIFY(version != nullptr);
    QCOMPARE(version->text(), QStringLiteral("Version ") + stallscope::app::version());
}

void MainWindowTest::lists_the_shipped_experiments() {
    MainWindow window(shipped());
    window.show();
    const auto* list = window.findChild<QTreeView*>(QStringLiteral("experiments"));
    QVERIFY(list != nullptr);
    QVERIFY(list->isVisible());
    const QAbstractItemModel* model = list->model();
    QCOMPARE(model->rowCount(), 2);
    QCOMPARE(model->index(0, 0).data().toString(), QStringLiteral("first"));
    QCOMPARE(model->index(0, 1).data().toString(), QStringLiteral("Does it wait?"));
}

void MainWindowTest::says_so_when_there_are_no_experiments() {
    MainWindow window(QStringLiteral("/nonexistent"));
    window.show();
    QVERIFY(!window.findChild<QTreeView*>(QStringLiteral("experiments"))->isVisible());
    const auto* text = window.findChild<QLabel*>(QStringLiteral("empty_state"));
    QVERIFY(text->text().contains(QStringLiteral("not found")));
}

void MainWindowTest::about_names_the_licences_and_closes() {
    MainWindow window(shipped());
    window.show();
    window.findChild<QAction*>(QStringLiteral("about"))->trigger();
    auto* dialog = window.findChild<AboutDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(QTest::qWaitForWindowExposed(dialog));
    QVERIFY(!dialog->isModal());
    const QString text = dialog->findChild<QLabel*>(QStringLiteral("about_text"))->text();
    QVERIFY(text.contains(QStringLiteral("GPL-3.0-or-later")));
    QVERIFY(text.contains(QStringLiteral("Apache-2.0")));
    QVERIFY(text.contains(stallscope::app::version()));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(window.findChild<AboutDialog*>() == nullptr);
}

void MainWindowTest::quit_closes_the_window() {
    MainWindow window(shipped());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.findChild<QAction*>(QStringLiteral("quit"))->trigger();
    QVERIFY(!window.isVisible());
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
