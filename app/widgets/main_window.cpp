// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QStatusBar>
#include <ctime>

#include "core/about.h"
#include "core/autosave.h"
#include "core/event_replay.h"
#include "core/experiment_document.h"
#include "core/opened_file.h"
#include "core/run_file.h"
#include "core/run_history.h"
#include "core/run_queue.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "core/settings.h"
#include "core/shipped_experiments.h"
#include "core/time_text.h"
#include "models/experiments_model.h"
#include "plan/exit_code.h"
#include "widgets/action_registry.h"
#include "widgets/chart_ranges.h"
#include "widgets/compare_page.h"
#include "widgets/criteria_page.h"
#include "widgets/design_page.h"
#include "widgets/document_commands.h"
#include "widgets/explore_page.h"
#include "widgets/gate_page.h"
#include "widgets/keys_overlay.h"
#include "widgets/live_page.h"
#include "widgets/page_stack.h"
#include "widgets/problems_panel.h"
#include "widgets/run_commands.h"
#include "widgets/runs_panel.h"
#include "widgets/start_page.h"
#include "widgets/timeline_page.h"
#include "widgets/tinted_icon.h"
#include "widgets/unsaved_question.h"
#include "widgets/window_actions.h"
#include "widgets/window_docks.h"

namespace stallscope::app {
namespace {

constexpr int frame_ms = 33;
/// The engine is asked to stop, told, and killed: no longer than this is waited for it.
constexpr int longest_goodbye_ms = 20'000;

/// CPU time of the whole program: reading events counts as much as drawing.
double own_cpu_ms() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

MainWindow::MainWindow(Settings& settings, const QString& experiments_folder, QWidget* parent)
    : QMainWindow(parent),
      m_settings(settings),
      m_document(std::make_unique<ExperimentDocument>()),
      m_autosave(std::make_unique<Autosave>(*m_document)),
      m_queue(new RunQueue(this)),
      m_sessions(new SessionList(this)),
      m_history(new RunHistory(this)),
      m_actions(new ActionRegistry(*this)),
      m_question(new UnsavedQuestion(*this)),
      m_documents(new DocumentCommands(*m_document, settings, *m_question, *this)),
      m_runs(new RunCommands(*m_document, *m_queue, *m_sessions, settings, *this)),
      m_pages(new PageStack),
      m_docks(new WindowDocks(*this)),
      m_problems(new ProblemsPanel),
      m_keys(new KeysOverlay(*m_actions, *this)),
      m_state(new QLabel) {
    setWindowIcon(application_icon());
    resize(1280, 800);
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    setCentralWidget(m_pages);

    make_pages(experiments_folder);
    make_docks();
    make_window_actions(*this, *m_actions, *m_documents, *m_runs, *m_docks, m_settings, *m_keys);
    connect_parts();
    restore();
    update_actions();
    update_title();

    m_clock.start();
    m_frames.setInterval(frame_ms);
    connect(&m_frames, &QTimer::timeout, this, &MainWindow::tick);
    m_frames.start();
}

MainWindow::~MainWindow() {
    // Pages let go of the runs before these go, whatever order the children die in.
    for (Page* page : m_pages->pages()) page->set_session(nullptr);
    m_sessions->disconnect(this);
    m_document->disconnect();
    delete m_pages;
}

void MainWindow::make_pages(const QString& experiments_folder) {
    auto* experiments = new ExperimentsModel(this);
    experiments->set_experiments(shipped_experiments(experiments_folder));
    m_start = new StartPage(*experiments);
    m_design = new DesignPage(*m_document);
    m_live = new LivePage;
    m_compare = new ComparePage;
    m_gate = new GatePage;
    const auto add = [this](const char* id, const QString& text, int number, const QString& tip,
                            Page* page) {
        const QString name = QString::fromLatin1(id);
        QAction* choose = m_actions->add(
            {name, text, tr("Pages"), {QKeySequence(Qt::CTRL | (Qt::Key_0 + number))}, name, tip},
            [] {});
        m_pages->add(choose, page);
        connect(page, &Page::problem, this, &MainWindow::tell);
    };
    add("start", tr("Start"), 1, tr("What one can begin with"), m_start);
    add("design", tr("Design"), 2, tr("The experiment: streams, cells, windows, criteria"),
        m_design);
    add("live", tr("Live"), 3, tr("Return legs, occupancy and throughput while they are measured"),
        m_live);
    add("timeline", tr("Timeline"), 4, tr("What each reply waited for"), new TimelinePage);
    add("explore", tr("Explore"), 5, tr("Distributions, waits, resources, raw rows"),
        new ExplorePage);
    add("criteria", tr("Criteria"), 6, tr("The verdict, and what would decide it"),
        new CriteriaPage);
    add("compare", tr("Compare"), 7, tr("Runs side by side"), m_compare);
    add("gate", tr("Gate"), 8, tr("Claims about somebody's benchmarks, and how builds differ"),
        m_gate);
}

void MainWindow::make_docks() {
    auto* runs = new RunsPanel(*m_sessions);
    connect(runs, &RunsPanel::close_requested, m_runs, &RunCommands::close);
    connect(runs, &RunsPanel::compare_requested, this, &MainWindow::compare);
    m_docks->add(QStringLiteral("runs_dock"), tr("Runs"), runs, Qt::RightDockWidgetArea, false);
    m_docks->add(QStringLiteral("problems_dock"), tr("Problems"), m_problems,
                 Qt::BottomDockWidgetArea, false);
    m_state->setObjectName(QStringLiteral("state"));
    m_state->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_state);
}

void MainWindow::connect_parts() {
    connect(m_start, &StartPage::open_requested, this,
            [this](const QString& file) { open({file}); });
    connect(m_start, &StartPage::copy_requested, m_documents, &DocumentCommands::open_copy);
    connect(m_start, &StartPage::new_requested, m_documents, &DocumentCommands::start_new);
    connect(m_start, &StartPage::choose_requested, m_actions->find(QStringLiteral("open")),
            &QAction::trigger);
    connect(m_start, &StartPage::compare_requested, this, &MainWindow::compare);
    connect(&m_settings, &Settings::recent_changed, this, &MainWindow::list_what_was_open);
    connect(m_history, &RunHistory::listed, this, [this] {
        m_start->set_recent(m_history->runs(), m_settings.recent(Settings::Recent::experiments));
    });

    connect(m_documents, &DocumentCommands::opened, this,
            [this] { m_pages->show_page(QStringLiteral("design")); });
    connect(m_documents, &DocumentCommands::problem, this, &MainWindow::tell);
    connect(m_autosave.get(), &Autosave::problem, this, &MainWindow::tell);
    connect(m_document.get(), &ExperimentDocument::changed, this, &MainWindow::update_actions);
    connect(m_document.get(), &ExperimentDocument::file_changed, this, &MainWindow::update_title);
    connect(m_design, &DesignPage::run_requested, m_runs, &RunCommands::run);
    connect(m_design, &DesignPage::runs_code_changed, m_runs, &RunCommands::set_runs_code);

    connect(m_runs, &RunCommands::started, this,
            [this] { m_pages->show_page(QStringLiteral("live")); });
    connect(m_runs, &RunCommands::problem, this, &MainWindow::tell);
    connect(m_queue, &RunQueue::problem, this, &MainWindow::tell);
    connect(m_queue, &RunQueue::changed, this, &MainWindow::update_actions);
    connect(m_live, &LivePage::pause_requested, this,
            [this](bool pause) { pause ? m_queue->pause() : m_queue->resume(); });
    connect(m_live, &LivePage::cancel_requested, m_queue, &RunQueue::cancel);

    connect(m_sessions, &SessionList::problem, this, &MainWindow::tell);
    connect(m_sessions, &SessionList::current_changed, this, &MainWindow::look_at);
    connect(m_sessions, &SessionList::changed, this, &MainWindow::update_actions);
    connect(m_problems, &ProblemsPanel::count_changed, this, [this](int count) {
        if (count == 0) statusBar()->clearMessage();
    });
    connect(m_pages, &PageStack::current_changed, this, [this] {
        Page* page = m_pages->current();
        if (!m_told.contains(page)) page->set_session(m_looked_at);
        m_told.insert(page);
        refresh();
    });
}

/// Runs that were opened, and those beside them: also one that was measured from a terminal.
void MainWindow::list_what_was_open() {
    QStringList folders;
    for (const QString& run : m_settings.recent(Settings::Recent::runs)) {
        const QString folder = QFileInfo(run).absolutePath();
        if (!folders.contains(folder)) folders.append(folder);
    }
    m_history->list(folders);
}

void MainWindow::restore() {
    emit m_settings.recent_changed();
    restoreGeometry(m_settings.layout(QStringLiteral("window")));
    m_docks->restore(m_settings.layout(QStringLiteral("docks")));
}

void MainWindow::open(const QStringList& files) {
    QStringList runs;
    for (const QString& file : files) {
        switch (kind_of_file(file)) {
            case OpenedFile::experiment:
                m_documents->open(QFileInfo(file).absoluteFilePath());
                break;
            case OpenedFile::run:
                runs.append(QFileInfo(file).absoluteFilePath());
                break;
            case OpenedFile::gate:
                show_gate(QFileInfo(file).absoluteFilePath());
                break;
            case OpenedFile::events:
                replay(file);
                break;
            case OpenedFile::unknown:
                tell({QFileInfo::exists(file) ? tr("this is neither an experiment nor a run, a "
                                                   "gate's result or recorded events")
                                              : tr("there is no such file"),
                      file, tr("Experiments are JSON files, runs end in .stallscope.")});
                break;
        }
    }
    runs.removeIf([this](const QString& run) { return !m_sessions->open(run); });
    for (const QString& run : runs) m_settings.add_recent(Settings::Recent::runs, run);
    if (runs.size() > 1) {
        compare(runs);
    } else if (runs.size() == 1) {
        m_pages->show_page(QStringLiteral("live"));
    }
}

void MainWindow::run(const RunOrder& order, bool close_when_done) {
    if (close_when_done) {
        connect(m_queue, &RunQueue::ended, this, [this](int id) {
            const RunSession* session = m_queue->session(id);
            const auto& end = session->data().finished();
            if (m_document->is_modified()) {
                tell({tr("the run has ended; the window stays open, for there are unsaved edits"),
                      m_document->file(), tr("Save them, or undo them, and close it.")});
                return;
            }
            m_may_close = true;
            close();
            // What was never told it had finished has failed.
            QCoreApplication::exit(end ? end->exit_code : ExitCode::measurement_failed);
        });
    }
    m_runs->run_now(order);
}

void MainWindow::replay(const QString& events) {
    auto* session = new RunSession(m_sessions);
    connect(session, &RunSession::problem, this, &MainWindow::tell);
    auto* source = new EventReplay(*session, session);
    connect(source, &EventReplay::problem, this, &MainWindow::tell);
    if (const auto started = source->start(events); !started) {
        for (const Problem& each : problems_of(started.error())) tell(each);
        delete session;
        return;
    }
    m_sessions->add(session);
    m_sessions->set_current(session);
    m_pages->show_page(QStringLiteral("live"));
}

void MainWindow::show_gate(const QString& file) {
    auto gate = read_gate_result(file);
    if (!gate) {
        for (const Problem& each : problems_of(gate.error())) tell(each);
        return;
    }
    m_gate->show_gate(std::move(*gate));
    m_pages->show_page(QStringLiteral("gate"));
}

void MainWindow::compare(const QStringList& runs) {
    m_compare->add_runs(runs);
    m_pages->show_page(QStringLiteral("compare"));
}

void MainWindow::look_at(RunSession* session) {
    if (m_looked_at) remember_ranges(*m_live, *m_looked_at, m_settings);
    m_looked_at = session;
    // A page that is not seen reads nothing: of a long run that would be a gigabyte for each.
    for (Page* page : m_pages->pages())
        page->set_session(page == m_pages->current() ? session : nullptr);
    m_told = {m_pages->current()};
    if (session) {
        // What is drawn for the first time fits itself; where somebody was comes after that.
        const auto restore = [this, session] {
            if (m_looked_at == session) restore_ranges(*m_live, *session, m_settings);
        };
        if (session->is_live())
            connect(session, &RunSession::ended, this, restore);
        else
            restore();
    }
    if (session && m_sessions->sessions().size() > 1) m_docks->show(QStringLiteral("runs_dock"));
    refresh();
    update_title();
}

void MainWindow::tell(const Problem& problem) {
    m_problems->add(problem);
    m_docks->show(QStringLiteral("problems_dock"));
    statusBar()->showMessage(problem.where.isEmpty()
                                 ? problem.says
                                 : QStringLiteral("%1: %2").arg(problem.where, problem.says));
}

void MainWindow::offer_drafts() {
    for (const Draft& draft : Autosave::left_behind()) {
        if (m_document->is_modified()) break;
        m_document->restore(draft.text, draft.file);
        Autosave::discard(draft);
        m_pages->show_page(QStringLiteral("design"));
        tell({tr("edits of %1 from %2 had not been saved and are here again")
                  .arg(draft.name, QLocale().toString(draft.edited, QLocale::ShortFormat)),
              draft.file, tr("Save them, or undo them.")});
    }
}

void MainWindow::update_actions() {
    update_window_actions(*this, *m_actions);
    m_design->set_run_active(m_queue->is_busy());
    const auto* current = m_queue->current();
    if (!current) {
        m_state->setText(tr("Nothing is being measured"));
        return;
    }
    const auto& progress = current->session->data().progress();
    m_state->setText(progress.left_s ? tr("%1: %2, %3 left")
                                           .arg(current->name, text_of(current->state),
                                                duration_text(*progress.left_s))
                                     : tr("%1: %2").arg(current->name, text_of(current->state)));
}

void MainWindow::update_title() {
    setWindowTitle(QStringLiteral("%1[*] – %2").arg(m_document->name(), product_name()));
    setWindowModified(m_document->is_modified());
}

QList<QAction*> MainWindow::design_actions() const {
    return m_design->actions();
}

void MainWindow::refresh() {
    if (Page* page = m_pages->current()) page->refresh();
}

void MainWindow::tick() {
    const qint64 now = m_clock.elapsed();
    if (m_cpu_at_frame_ms > 0) {
        m_budget.spent(m_frame_at_ms, own_cpu_ms() - m_cpu_at_frame_ms);
        m_cpu_at_frame_ms = 0;
    }
    const auto* measured = m_queue->current();
    m_budget.set_measuring(measured && measured->session ? measuring_in(measured->session->data())
                                                         : Measuring::nothing);
    if (!m_budget.is_due(now)) return;
    m_cpu_at_frame_ms = own_cpu_ms();
    m_frame_at_ms = now;
    if (isVisible() && !isMinimized()) refresh();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange) refresh();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!local_files(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    open(local_files(*event->mimeData()));
}

void MainWindow::closeEvent(QCloseEvent* event) {
    const OpenWork work{m_queue->is_busy(),
                        m_document->is_modified() ? m_document->name() : QString()};
    if (m_may_close || work.is_none()) {
        if (m_looked_at) remember_ranges(*m_live, *m_looked_at, m_settings);
        m_settings.set_layout(QStringLiteral("window"), saveGeometry());
        m_settings.set_layout(QStringLiteral("docks"), m_docks->layout());
        event->accept();
        return;
    }
    event->ignore();
    m_question->ask(work, UnsavedQuestion::Occasion::closing,
                    [this](UnsavedQuestion::Answer answer) {
                        if (answer == UnsavedQuestion::Answer::discard) close_for_good();
                        if (answer == UnsavedQuestion::Answer::save)
                            m_documents->save([this] { close_for_good(); });
                    });
}

void MainWindow::close_for_good() {
    const auto close_now = [this] {
        m_may_close = true;
        close();
    };
    if (!m_queue->is_busy()) {
        close_now();
        return;
    }
    // The run's file is closed properly if the engine listens, and the window closes if not.
    connect(m_queue, &RunQueue::ended, this, close_now);
    QTimer::singleShot(longest_goodbye_ms, this, close_now);
    m_queue->cancel_all();
    setEnabled(false);
    statusBar()->showMessage(tr("Cancelling the run, then closing…"));
}

}  // namespace stallscope::app
