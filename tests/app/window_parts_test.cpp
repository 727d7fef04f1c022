// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is put together from: actions, the list of keys, the pages' stack, the docks.
#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>

#include "widgets/action_registry.h"
#include "widgets/keys_overlay.h"
#include "widgets/page.h"
#include "widgets/page_stack.h"
#include "widgets/plain_tip.h"
#include "widgets/window_docks.h"

using namespace stallscope::app;

class WindowPartsTest : public QObject {
    Q_OBJECT

private slots:
    void an_action_is_triggered_by_its_key();
    void names_in_tooltips_are_no_markup();
    void keys_are_listed_by_group_and_only_what_has_some();
    void the_overlay_shows_every_key_and_any_key_closes_it();
    void the_overlay_fits_into_a_small_window();
    void choosing_an_action_shows_its_page();
    void showing_a_page_checks_its_action();
    void docks_come_back_where_they_were();
    void reset_puts_docks_back_to_how_they_are_shipped();
    void a_layout_of_another_version_is_ignored();
};

void WindowPartsTest::names_in_tooltips_are_no_markup() {
    QCOMPARE(plain_tip(QStringLiteral("/runs/<b>x</b>.stallscope")),
             QStringLiteral("/runs/&lt;b&gt;x&lt;/b&gt;.stallscope"));
    // What a tooltip shows as it is stays as it is.
    QCOMPARE(plain_tip(QStringLiteral("a & b, 1 < 2")), QStringLiteral("a & b, 1 < 2"));
}

void WindowPartsTest::an_action_is_triggered_by_its_key() {
    QMainWindow window;
    ActionRegistry actions(window);
    int runs = 0;
    actions.add({QStringLiteral("run"),
                 QStringLiteral("&Run"),
                 QStringLiteral("Run"),
                 {QKeySequence(Qt::CTRL | Qt::Key_R)}},
                [&runs] { ++runs; });
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTest::keyClick(&window, Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(runs, 1);
    QVERIFY(actions.find(QStringLiteral("run")) != nullptr);
    QVERIFY(actions.find(QStringLiteral("walk")) == nullptr);
}

void WindowPartsTest::keys_are_listed_by_group_and_only_what_has_some() {
    QMainWindow window;
    ActionRegistry actions(window);
    const auto nothing = [] {};
    actions.add({QStringLiteral("open"),
                 QStringLiteral("&Open…"),
                 QStringLiteral("File"),
                 {QKeySequence(Qt::CTRL | Qt::Key_O)}},
                nothing);
    actions.add_line(QStringLiteral("Charts"), QStringLiteral("Wheel"), QStringLiteral("Zoom"));
    actions.add({QStringLiteral("save"),
                 QStringLiteral("&Save"),
                 QStringLiteral("File"),
                 {QKeySequence(Qt::CTRL | Qt::Key_S)}},
                nothing);
    actions.add({QStringLiteral("about"), QStringLiteral("&About"), QStringLiteral("Help")},
                nothing);
    QStringList lines;
    for (const auto& line : actions.lines())
        lines.append(QStringLiteral("%1|%2|%3").arg(line.group, line.keys, line.what));
    QCOMPARE(lines,
             QStringList({QStringLiteral("File|Ctrl+O|Open"), QStringLiteral("File|Ctrl+S|Save"),
                          QStringLiteral("Charts|Wheel|Zoom")}));
}

void WindowPartsTest::the_overlay_shows_every_key_and_any_key_closes_it() {
    QMainWindow window;
    window.resize(800, 600);
    ActionRegistry actions(window);
    KeysOverlay overlay(actions, window);
    actions.add({QStringLiteral("open"),
                 QStringLiteral("&Open…"),
                 QStringLiteral("File"),
                 {QKeySequence(Qt::CTRL | Qt::Key_O)}},
                [] {});
    window.show();
    overlay.toggle();
    QVERIFY(overlay.isVisible());
    QStringList texts;
    for (const auto* label : overlay.findChildren<QLabel*>()) texts.append(label->text());
    QVERIFY(texts.contains(QStringLiteral("Ctrl+O")));
    QVERIFY(texts.contains(QStringLiteral("Open")));
    QTest::keyClick(&overlay, Qt::Key_X);
    QVERIFY(!overlay.isVisible());
    overlay.toggle();
    overlay.toggle();
    QVERIFY(!overlay.isVisible());
}

void WindowPartsTest::the_overlay_fits_into_a_small_window() {
    QMainWindow window;
    window.resize(300, 200);
    ActionRegistry actions(window);
    KeysOverlay overlay(actions, window);
    for (int i = 0; i < 40; ++i)
        actions.add_line(QStringLiteral("Charts"), QStringLiteral("Wheel"), QStringLiteral("Zoom"));
    window.show();
    overlay.toggle();
    QVERIFY(window.rect().contains(overlay.geometry()));
}

namespace {

QAction* chooser(QObject& parent, const char* id) {
    auto* action = new QAction(QString::fromLatin1(id), &parent);
    action->setObjectName(QString::fromLatin1(id));
    return action;
}

}  // namespace

void WindowPartsTest::choosing_an_action_shows_its_page() {
    PageStack stack;
    auto* first = new Page;
    auto* second = new Page;
    QAction* design = chooser(stack, "design");
    QAction* live = chooser(stack, "live");
    stack.add(design, first);
    stack.add(live, second);
    QCOMPARE(stack.current(), first);
    QVERIFY(design->isChecked());
    const QSignalSpy changed(&stack, &PageStack::current_changed);
    live->trigger();
    QCOMPARE(stack.current(), second);
    QCOMPARE(stack.current_id(), QStringLiteral("live"));
    QCOMPARE(changed.count(), 1);
    QVERIFY(!design->isChecked());
}

void WindowPartsTest::showing_a_page_checks_its_action() {
    PageStack stack;
    QAction* design = chooser(stack, "design");
    QAction* live = chooser(stack, "live");
    stack.add(design, new Page);
    stack.add(live, new Page);
    stack.show_page(QStringLiteral("live"));
    QVERIFY(live->isChecked());
    stack.show_page(QStringLiteral("nowhere"));
    QCOMPARE(stack.current_id(), QStringLiteral("live"));
    QCOMPARE(stack.ids(), QStringList({QStringLiteral("design"), QStringLiteral("live")}));
    QVERIFY(stack.find(QStringLiteral("design")) != nullptr);
}

void WindowPartsTest::docks_come_back_where_they_were() {
    QByteArray layout;
    {
        QMainWindow window;
        WindowDocks docks(window);
        QDockWidget* dock = docks.add(QStringLiteral("problems"), QStringLiteral("Problems"),
                                      new QWidget, Qt::BottomDockWidgetArea, false);
        window.show();
        dock->show();
        window.addDockWidget(Qt::RightDockWidgetArea, dock);
        layout = docks.layout();
    }
    QMainWindow window;
    WindowDocks docks(window);
    QDockWidget* dock = docks.add(QStringLiteral("problems"), QStringLiteral("Problems"),
                                  new QWidget, Qt::BottomDockWidgetArea, false);
    window.show();
    docks.restore(layout);
    QVERIFY(dock->isVisible());
    QCOMPARE(window.dockWidgetArea(dock), Qt::RightDockWidgetArea);
}

void WindowPartsTest::reset_puts_docks_back_to_how_they_are_shipped() {
    QMainWindow window;
    WindowDocks docks(window);
    QDockWidget* dock = docks.add(QStringLiteral("problems"), QStringLiteral("Problems"),
                                  new QWidget, Qt::BottomDockWidgetArea, false);
    window.show();
    dock->setFloating(true);
    dock->show();
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    docks.reset();
    QVERIFY(!dock->isVisible());
    QVERIFY(!dock->isFloating());
    QCOMPARE(window.dockWidgetArea(dock), Qt::BottomDockWidgetArea);
}

void WindowPartsTest::a_layout_of_another_version_is_ignored() {
    QMainWindow window;
    WindowDocks docks(window);
    QDockWidget* dock = docks.add(QStringLiteral("problems"), QStringLiteral("Problems"),
                                  new QWidget, Qt::BottomDockWidgetArea, true);
    window.show();
    docks.restore(window.saveState(99));
    docks.restore(QByteArrayLiteral("no layout at all"));
    QVERIFY(dock->isVisible());
    QCOMPARE(window.dockWidgetArea(dock), Qt::BottomDockWidgetArea);
}

QTEST_MAIN(WindowPartsTest)
#include "window_parts_test.moc"
