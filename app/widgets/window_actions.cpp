// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDir>
#include <QMenuBar>
#include <QStandardPaths>
#include <QToolBar>

#include "charts/chart.h"
#include "charts/chart_keys.h"
#include "core/about.h"
#include "core/experiment_document.h"
#include "core/run_file.h"
#include "core/run_queue.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "core/settings.h"
#include "widgets/about_dialog.h"
#include "widgets/action_registry.h"
#include "widgets/document_commands.h"
#include "widgets/file_dialogs.h"
#include "widgets/keys_overlay.h"
#include "widgets/main_window.h"
#include "widgets/page.h"
#include "widgets/page_stack.h"
#include "widgets/report_saving.h"
#include "widgets/run_commands.h"
#include "widgets/theme.h"
#include "widgets/tinted_icon.h"
#include "widgets/window_docks.h"

namespace stallscope::app {
namespace {

QString words(const char* text) {
    return QCoreApplication::translate("WindowActions", text);
}

/// What every function here needs.
struct Parts {
    MainWindow& window;
    ActionRegistry& actions;
    DocumentCommands& documents;
    RunCommands& runs;
    WindowDocks& docks;
    Settings& settings;
};

void add_file_actions(const Parts& p) {
    const QString group = words("File");
    p.actions.add({QStringLiteral("new"),
                   words("&New experiment"),
                   group,
                   {QKeySequence(QKeySequence::New)},
                   QStringLiteral("new")},
                  [&documents = p.documents] { documents.start_new(); });
    p.actions.add(
        {QStringLiteral("open"),
         words("&Open…"),
         group,
         {QKeySequence(QKeySequence::Open)},
         QStringLiteral("open"),
         words("An experiment, a run, or several runs to compare")},
        [&window = p.window, &settings = p.settings] {
            const QStringList recent = settings.recent(Settings::Recent::experiments);
            choose_files_to_open(
                window,
                recent.isEmpty() ? QDir::homePath() : QFileInfo(recent.front()).absolutePath(),
                [&window](const QStringList& files) { window.open(files); });
        });
    p.actions.add({QStringLiteral("save"),
                   words("&Save"),
                   group,
                   {QKeySequence(QKeySequence::Save)},
                   QStringLiteral("save"),
                   words("Save the experiment")},
                  [&documents = p.documents] { documents.save(); });
    p.actions.add({QStringLiteral("save_as"),
                   words("Save &as…"),
                   group,
                   {QKeySequence(QKeySequence::SaveAs)}},
                  [&documents = p.documents] { documents.save_as(); });
    p.actions.add({QStringLiteral("sealed_experiment"),
                   words("Experiment of this &run"),
                   group,
                   {},
                   {},
                   words("The experiment that the run was sealed with, to be read")},
                  [&window = p.window, &documents = p.documents] {
                      const RunSession* session = window.sessions().current();
                      if (session && session->file()) documents.open_run(session->file()->path());
                  });
    p.actions.add({QStringLiteral("report"),
                   words("Save &report…"),
                   group,
                   {QKeySequence(Qt::CTRL | Qt::Key_E)},
                   QStringLiteral("export"),
                   words("The run's figures, charts and verdicts as one HTML or PDF file, or as "
                         "Markdown, JSON and CSV")},
                  [&window = p.window] { save_report(window); });
    p.actions.add(
        {QStringLiteral("quit"), words("&Quit"), group, {QKeySequence(QKeySequence::Quit)}},
        [&window = p.window] { window.close(); });
}

void add_run_actions(const Parts& p) {
    const QString group = words("Run");
    p.actions.add({QStringLiteral("run"),
                   words("&Run…"),
                   group,
                   {QKeySequence(Qt::CTRL | Qt::Key_R)},
                   QStringLiteral("run"),
                   words("Measure the experiment")},
                  [&runs = p.runs] { runs.run(); });
    p.actions.add({QStringLiteral("pause"),
                   words("&Pause"),
                   group,
                   {QKeySequence(Qt::CTRL | Qt::Key_P)},
                   QStringLiteral("pause"),
                   words("After the visit that is being measured"),
                   true},
                  [&queue = p.window.queue()] {
                      const auto* current = queue.current();
                      if (!current) return;
                      current->state == QueuedState::paused ? queue.resume() : queue.pause();
                  });
    p.actions.add({QStringLiteral("cancel"),
                   words("&Cancel"),
                   group,
                   {QKeySequence(Qt::CTRL | Qt::Key_Period)},
                   QStringLiteral("cancel"),
                   words("What was measured stays in the run's file and can be resumed")},
                  [&queue = p.window.queue()] { queue.cancel(); });
    p.actions.add({QStringLiteral("resume_run"),
                   words("Measure what is &missing"),
                   group,
                   {},
                   {},
                   words("Goes on with a partial run")},
                  [&window = p.window, &runs = p.runs] {
                      const RunSession* session = window.sessions().current();
                      if (session && session->file()) runs.resume(session->file()->path());
                  });
}

void add_view_actions(const Parts& p) {
    const QString group = words("View");
    auto* themes = new QActionGroup(&p.actions);
    const Theme chosen = theme_of(p.settings.text(QStringLiteral("theme")));
    for (const auto& [theme, text] :
         {std::pair{Theme::system, words("Colours of the &system")},
          std::pair{Theme::light, words("&Light")}, std::pair{Theme::dark, words("&Dark")}}) {
        QAction* action = p.actions.add(
            {QStringLiteral("theme_") + to_text(theme), text, group, {}, {}, {}, true},
            [theme = theme, &settings = p.settings] {
                settings.set_text(QStringLiteral("theme"), to_text(theme));
                apply(theme, *qobject_cast<QApplication*>(QCoreApplication::instance()));
            });
        themes->addAction(action);
        action->setChecked(theme == chosen);
    }
    p.actions.add({QStringLiteral("fit_all"),
                   words("&Fit all charts"),
                   group,
                   {QKeySequence(Qt::CTRL | Qt::Key_0)},
                   QStringLiteral("fit")},
                  [&window = p.window] {
                      for (Chart* chart : window.pages().current()->charts()) chart->fit();
                  });
    p.actions.add({QStringLiteral("reset_layout"), words("&Reset layout"), group},
                  [&window = p.window, &docks = p.docks, &settings = p.settings] {
                      settings.forget_layouts();
                      docks.reset();
                      window.resize(1280, 800);
                  });
}

void add_help_actions(const Parts& p, KeysOverlay& keys) {
    const QString group = words("Help");
    p.actions.add({QStringLiteral("keys"),
                   words("&Keys"),
                   group,
                   {QKeySequence(Qt::Key_Question), QKeySequence(Qt::Key_F1)},
                   QStringLiteral("help")},
                  [&keys] { keys.toggle(); });
    p.actions.add({QStringLiteral("about"), words("&About %1").arg(product_name()), group},
                  [&window = p.window] {
                      auto* dialog = new AboutDialog(&window);
                      dialog->setAttribute(Qt::WA_DeleteOnClose);
                      dialog->show();
                  });
}

/// Keys that a chart has while it has the focus, and the mouse.
void add_chart_lines(ActionRegistry& actions) {
    for (const ChartKey& key : chart_keys()) actions.add_line(words("Charts"), key.keys, key.says);
}

void fill(QMenu& menu, const ActionRegistry& actions, const QStringList& ids) {
    for (const QString& id : ids) {
        if (id.isEmpty())
            menu.addSeparator();
        else
            menu.addAction(actions.find(id));
    }
}

QStringList ids(const char* words) {
    return QString::fromLatin1(words).split(QLatin1Char(' '));
}

void make_menus(const Parts& p) {
    QMenuBar& bar = *p.window.menuBar();
    fill(*bar.addMenu(words("&File")), p.actions,
         ids("new open  save save_as  sealed_experiment report  quit"));
    QMenu& edit = *bar.addMenu(words("&Edit"));
    edit.setObjectName(QStringLiteral("edit_menu"));
    for (QAction* action : p.window.design_actions()) edit.addAction(action);
    fill(*bar.addMenu(words("&Run")), p.actions, ids("run pause cancel  resume_run"));
    QMenu& view = *bar.addMenu(words("&View"));
    fill(view, p.actions, p.window.pages().ids());
    view.addSeparator();
    p.docks.fill(view);
    fill(view, p.actions, ids(" reset_layout fit_all  theme_system theme_light theme_dark"));
    fill(*bar.addMenu(words("&Help")), p.actions, ids("keys about"));
    p.actions.find(QStringLiteral("quit"))->setMenuRole(QAction::QuitRole);
    p.actions.find(QStringLiteral("about"))->setMenuRole(QAction::AboutRole);
}

void make_tool_bar(const Parts& p) {
    QToolBar* bar = p.window.addToolBar(words("Tool bar"));
    bar->setObjectName(QStringLiteral("tool_bar"));
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize(QSize(18, 18));
    bar->setMovable(false);
    for (const QString& id : ids("new open save  run pause cancel  report")) {
        if (id.isEmpty())
            bar->addSeparator();
        else
            bar->addAction(p.actions.find(id));
    }
}

}  // namespace

void make_window_actions(MainWindow& window, ActionRegistry& actions, DocumentCommands& documents,
                         RunCommands& runs, WindowDocks& docks, Settings& settings,
                         KeysOverlay& keys) {
    const Parts parts{window, actions, documents, runs, docks, settings};
    add_file_actions(parts);
    for (QAction* action : window.design_actions()) actions.adopt(action, words("Edit"));
    add_run_actions(parts);
    for (QAction* action : window.pages().find(QStringLiteral("timeline"))->actions())
        actions.adopt(action, words("Timeline"));
    add_view_actions(parts);
    add_help_actions(parts, keys);
    add_chart_lines(actions);
    make_menus(parts);
    make_tool_bar(parts);
}

void update_window_actions(MainWindow& window, ActionRegistry& actions) {
    const auto enable = [&actions](const char* id, bool on) {
        actions.find(QString::fromLatin1(id))->setEnabled(on);
    };
    const ExperimentDocument& document = window.document();
    const auto* measured = window.queue().current();
    const RunSession* session = window.sessions().current();
    const bool has_file = session && session->file();
    const bool is_partial = has_file && session->data().finished() &&
                            session->data().finished()->status != QLatin1String("complete");
    enable("save", document.is_modified() || document.file().isEmpty());
    enable("run", document.problems().isEmpty() && !document.is_read_only());
    enable("pause", measured && measured->state != QueuedState::cancelling);
    enable("cancel", measured);
    enable("report", has_file);
    enable("sealed_experiment", has_file);
    enable("resume_run", is_partial && !measured);
    QAction* pause = actions.find(QStringLiteral("pause"));
    const bool is_paused = measured && measured->state == QueuedState::paused;
    pause->setChecked(is_paused);
    pause->setText(is_paused ? words("&Go on") : words("&Pause"));
}

}  // namespace stallscope::app
