// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/main_window.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QDropEvent>
#include <QFontInfo>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include "charts/chart.h"
#include "core/autosave.h"
#include "core/experiment_document.h"
#include "core/run_order.h"
#include "core/run_queue.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "core/settings.h"
#include "fixtures/stored_run.h"
#include "widgets/about_dialog.h"
#include "widgets/action_registry.h"
#include "widgets/keys_overlay.h"
#include "widgets/page.h"
#include "widgets/page_stack.h"
#include "widgets/problems_panel.h"

using namespace stallscope::app;

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void text_is_drawn_with_a_real_font();
    void begins_on_the_start_page_with_the_shipped_experiments();
    void every_page_has_a_key_and_is_shown_by_it();
    void a_run_is_opened_and_every_page_looks_at_it();
    void several_runs_are_compared();
    void a_dropped_experiment_is_opened_and_nothing_runs();
    void what_cannot_be_opened_is_a_problem_not_a_box();
    void a_closed_run_leaves_every_page();
    void a_zoom_is_there_again_when_its_run_is_opened_again();
    void runs_beside_the_last_one_are_offered_at_the_next_start();
    void drafts_of_a_crash_wait_for_a_person();
    void unsaved_edits_are_asked_about_once_before_closing();
    void closing_without_edits_asks_nothing();
    void closing_during_a_run_asks_once_and_cancels_it_data();
    void closing_during_a_run_asks_once_and_cancels_it();
    void a_run_goes_on_when_its_window_is_kept_open();
    void docks_come_back_at_the_next_start();
    void the_list_of_keys_has_every_shortcut_of_the_window();
    void about_names_the_licences_and_closes();

private:
    QAction* action(const char* id) { return m_window->actions().find(QString::fromLatin1(id)); }
    QString shown() const { return m_window->pages().current_id(); }
    void drop(const QStringList& files);
    void run_fake_engine(const QByteArray& how);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

namespace {

QString experiment(const char* name) {
    return QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS "/") + QString::fromLatin1(name);
}

}  // namespace

void MainWindowTest::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
}

void MainWindowTest::init() {
    m_window.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath(QStringLiteral("settings.ini")));
    m_window =
        std::make_unique<MainWindow>(*m_settings, QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS));
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void MainWindowTest::drop(const QStringList& files) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) urls.append(QUrl::fromLocalFile(file));
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &event);
}

void MainWindowTest::run_fake_engine(const QByteArray& how) {
    qputenv("STALLSCOPE", STALLSCOPE_TEST_EXPERIMENTS "/../fixtures/fake_engine.py");
    qputenv("FAKE_ENGINE", how);
    RunOrder order;
    order.experiment = experiment("a-first.json");
    order.output = m_folder->filePath(QStringLiteral("run.stallscope"));
    m_window->run(order, false);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->sessions().current(), 10'000);
    QVERIFY(m_window->queue().is_busy());
    QTRY_COMPARE_WITH_TIMEOUT(m_window->sessions().current()->data().plan().experiment,
                              QStringLiteral("fake"), 10'000);
    qunsetenv("STALLSCOPE");
}

void MainWindowTest::text_is_drawn_with_a_real_font() {
    // Without any font every letter is a square, and every picture of the app is worthless.
    QCOMPARE(QFontInfo(QFont(QStringLiteral("DejaVu Sans"))).family(),
             QStringLiteral("DejaVu Sans"));
}

void MainWindowTest::begins_on_the_start_page_with_the_shipped_experiments() {
    QCOMPARE(shown(), QStringLiteral("start"));
    const auto* list = m_window->findChild<QTreeView*>(QStringLiteral("experiments"));
    QVERIFY(list && list->isVisible());
    QCOMPARE(list->model()->rowCount(), 2);
    QVERIFY(m_window->windowTitle().endsWith(QStringLiteral("Stallscope Workbench")));
}

void MainWindowTest::every_page_has_a_key_and_is_shown_by_it() {
    const QStringList ids = m_window->pages().ids();
    QCOMPARE(ids, QStringList({QStringLiteral("start"), QStringLiteral("design"),
                               QStringLiteral("live"), QStringLiteral("timeline"),
                               QStringLiteral("explore"), QStringLiteral("criteria"),
                               QStringLiteral("compare"), QStringLiteral("gate")}));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    for (int i = 0; i < ids.size(); ++i) {
        QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
        QCOMPARE(shown(), ids[i]);
    }
}

void MainWindowTest::a_run_is_opened_and_every_page_looks_at_it() {
    const StoredRun run;
    m_window->open({run.path()});
    const RunSession* session = m_window->sessions().current();
    QVERIFY(session);
    QTRY_VERIFY(!session->is_live());
    QCOMPARE(shown(), QStringLiteral("live"));
    m_window->refresh();
    QTRY_VERIFY(!m_window->pages().current()->charts().isEmpty());
    QCOMPARE(m_settings->recent(Settings::Recent::runs), QStringList(run.path()));
    m_window->open({run.path()});
    QCOMPARE(m_window->sessions().sessions().size(), 1);
    QCOMPARE(m_window->problems().count(), 0);
}

void MainWindowTest::several_runs_are_compared() {
    const StoredRun first, second;
    drop({first.path(), second.path()});
    QCOMPARE(shown(), QStringLiteral("compare"));
    QCOMPARE(m_window->sessions().sessions().size(), 2);
}

void MainWindowTest::a_dropped_experiment_is_opened_and_nothing_runs() {
    drop({experiment("a-first.json")});
    QCOMPARE(shown(), QStringLiteral("design"));
    QCOMPARE(m_window->document().name(), QStringLiteral("first"));
    QVERIFY(m_window->sessions().sessions().isEmpty());
}

void MainWindowTest::what_cannot_be_opened_is_a_problem_not_a_box() {
    const QString nothing = m_folder->filePath(QStringLiteral("nothing.stallscope"));
    m_window->open({nothing});
    QCOMPARE(m_window->problems().count(), 1);
    QVERIFY(m_window->problems().text().contains(QStringLiteral("there is no such file")));
    QFile broken(m_folder->filePath(QStringLiteral("broken.stallscope")));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("SQLite format 3 and then nothing of a database");
    broken.close();
    m_window->open({broken.fileName()});
    QTRY_COMPARE(m_window->problems().count(), 2);
    QVERIFY(m_window->problems().text().contains(broken.fileName()));
    QVERIFY(m_window->sessions().sessions().isEmpty());
    QVERIFY(m_settings->recent(Settings::Recent::runs).isEmpty());
    QVERIFY(!m_window->findChild<QMessageBox*>());
    QVERIFY(m_window->findChild<QDockWidget*>(QStringLiteral("problems_dock"))->isVisible());
}

void MainWindowTest::a_closed_run_leaves_every_page() {
    const StoredRun run;
    m_window->open({run.path()});
    RunSession* session = m_window->sessions().current();
    for (const QString& id : m_window->pages().ids()) {
        m_window->pages().show_page(id);
        m_window->refresh();
    }
    m_window->sessions().close(session);
    QVERIFY(!m_window->sessions().current());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (const QString& id : m_window->pages().ids()) {
        m_window->pages().show_page(id);
        m_window->refresh();
    }
}

void MainWindowTest::a_zoom_is_there_again_when_its_run_is_opened_again() {
    const StoredRun run, other;
    const auto open = [this](const QString& file) {
        m_window->open({file});
        const RunSession* session = m_window->sessions().current();
        QTRY_VERIFY(!session->is_live());
        m_window->refresh();
    };
    const auto series = [this] {
        return m_window->findChild<Chart*>(QStringLiteral("series_chart"));
    };
    open(run.path());
    QVERIFY(series() && series()->follows());
    series()->set_x_range(1, 2);
    m_window->sessions().close(m_window->sessions().current());
    open(other.path());
    series()->set_follow(true);
    open(run.path());
    QVERIFY(!series()->follows());
    QCOMPARE(series()->x_low(), 1.0);
    QCOMPARE(series()->x_high(), 2.0);
    open(other.path());
    QVERIFY(m_settings->range(other.path() + QStringLiteral("|series_chart")) == std::nullopt);
}

void MainWindowTest::runs_beside_the_last_one_are_offered_at_the_next_start() {
    const StoredRun run;
    const QString folder = m_folder->filePath(QStringLiteral("runs"));
    QVERIFY(QDir().mkpath(folder));
    const QString opened = folder + QStringLiteral("/a.stallscope");
    QVERIFY(QFile::copy(run.path(), opened));
    QVERIFY(QFile::copy(run.path(), folder + QStringLiteral("/b.stallscope")));
    m_window->open({opened});
    m_window = std::make_unique<MainWindow>(*m_settings, QString());
    const auto* list = m_window->findChild<QListWidget*>(QStringLiteral("recent"));
    QTRY_COMPARE(list->count(), 2);
    QVERIFY(list->item(0)->text().contains(QStringLiteral("complete run of")));
}

void MainWindowTest::drafts_of_a_crash_wait_for_a_person() {
    const QString folder = Autosave::default_folder();
    QVERIFY(QDir().mkpath(folder));
    QFile draft(folder + QStringLiteral("/draft-crash.json"));
    {
        ExperimentDocument document;
        const Autosave autosave(document, m_folder->filePath(QStringLiteral("drafts")), 1);
        document.edit(QStringLiteral("seed"), document.tree().with(QStringLiteral("/seed"), 5));
        const QDir drafts(m_folder->filePath(QStringLiteral("drafts")));
        QTRY_COMPARE(drafts.entryList({QStringLiteral("*.json")}, QDir::Files).size(), 1);
        QVERIFY(QFile::copy(
            drafts.filePath(drafts.entryList({QStringLiteral("*.json")}, QDir::Files).first()),
            draft.fileName()));
    }
    // A window that runs something, or is made for pictures.
    MainWindow other(*m_settings, QStringLiteral(STALLSCOPE_TEST_EXPERIMENTS));
    QVERIFY(QFile::exists(draft.fileName()));
    QVERIFY(!other.document().is_modified());
    other.offer_drafts();
    QVERIFY(!QFile::exists(draft.fileName()));
    QVERIFY(other.document().is_modified());
    QCOMPARE(other.problems().count(), 1);
}

void MainWindowTest::unsaved_edits_are_asked_about_once_before_closing() {
    m_window->open({experiment("a-first.json")});
    ExperimentDocument& document = m_window->document();
    document.edit(QStringLiteral("the question"),
                  document.tree().with(QStringLiteral("/question"), "\"Why?\""));
    QVERIFY(document.is_modified());
    m_window->close();
    m_window->close();
    QCOMPARE(m_window->findChildren<QMessageBox*>().size(), 1);
    QVERIFY(m_window->isVisible());
    auto* box = m_window->findChild<QMessageBox*>();
    QTest::keyClick(box, Qt::Key_Escape);
    QVERIFY(m_window->isVisible());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_window->close();
    for (QAbstractButton* button : m_window->findChild<QMessageBox*>()->buttons())
        if (button->text() == QLatin1String("Close without saving")) button->click();
    QTRY_VERIFY(!m_window->isVisible());
}

void MainWindowTest::closing_without_edits_asks_nothing() {
    action("quit")->trigger();
    QTRY_VERIFY(!m_window->isVisible());
    QVERIFY(!m_window->findChild<QMessageBox*>());
}

void MainWindowTest::closing_during_a_run_asks_once_and_cancels_it_data() {
    QTest::addColumn<QByteArray>("engine");
    QTest::newRow("one that listens") << QByteArray("obedient");
    QTest::newRow("one that hears no command") << QByteArray("deaf");
}

void MainWindowTest::closing_during_a_run_asks_once_and_cancels_it() {
    QFETCH(QByteArray, engine);
    run_fake_engine(engine);
    if (QTest::currentTestFailed()) return;
    m_window->close();
    m_window->close();
    QCOMPARE(m_window->findChildren<QMessageBox*>().size(), 1);
    QVERIFY(m_window->isVisible());
    for (QAbstractButton* button : m_window->findChild<QMessageBox*>()->buttons())
        if (button->text() == QLatin1String("Cancel the run and close")) button->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), 25'000);
    QVERIFY(!m_window->queue().is_busy());
    QCOMPARE(m_window->sessions().current()->data().finished()->status,
             QStringLiteral("cancelled"));
}

void MainWindowTest::a_run_goes_on_when_its_window_is_kept_open() {
    run_fake_engine("obedient");
    if (QTest::currentTestFailed()) return;
    m_window->close();
    QTest::keyClick(m_window->findChild<QMessageBox*>(), Qt::Key_Escape);
    QVERIFY(m_window->isVisible());
    QVERIFY(m_window->queue().is_busy());
    QVERIFY(action("cancel")->isEnabled());
    action("cancel")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->queue().is_busy(), 25'000);
    QVERIFY(!action("cancel")->isEnabled());
}

void MainWindowTest::docks_come_back_at_the_next_start() {
    auto* dock = m_window->findChild<QDockWidget*>(QStringLiteral("problems_dock"));
    QVERIFY(!dock->isVisible());
    dock->show();
    m_window->close();
    m_window = std::make_unique<MainWindow>(*m_settings, QString());
    m_window->show();
    dock = m_window->findChild<QDockWidget*>(QStringLiteral("problems_dock"));
    QVERIFY(dock->isVisible());
    action("reset_layout")->trigger();
    QVERIFY(!dock->isVisible());
}

void MainWindowTest::the_list_of_keys_has_every_shortcut_of_the_window() {
    QStringList listed;
    for (const auto& line : m_window->actions().lines()) listed.append(line.keys);
    int shortcuts = 0;
    for (const QAction* action : m_window->actions().findChildren<QAction*>()) {
        for (const QKeySequence& key : action->shortcuts()) {
            ++shortcuts;
            QVERIFY2(listed.join(QLatin1Char(' ')).contains(key.toString()),
                     qPrintable(action->objectName()));
        }
    }
    QVERIFY(shortcuts > 15);
    action("keys")->trigger();
    const auto* overlay = m_window->findChild<KeysOverlay*>();
    QVERIFY(overlay->isVisible());
    QVERIFY(m_window->rect().contains(overlay->geometry()));
}

void MainWindowTest::about_names_the_licences_and_closes() {
    action("about")->trigger();
    auto* dialog = m_window->findChild<AboutDialog*>();
    QVERIFY(dialog && dialog->isVisible());
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(!dialog->isVisible());
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
