// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QMainWindow>
#include <QPointer>
#include <QSet>
#include <QTimer>
#include <memory>

#include "core/frame_budget.h"
#include "core/problem.h"

class QLabel;

namespace stallscope::app {

class ActionRegistry;
class DocumentCommands;
class ExperimentDocument;
class KeysOverlay;
class PageStack;
class ProblemsPanel;
class RunCommands;
class RunQueue;
class RunSession;
class SessionList;
class Settings;
class UnsavedQuestion;
class WindowDocks;
struct RunOrder;

/// The workbench's window: pages in the middle, docks around them, one document, the runs.
class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    /// `experiments_folder` holds the shipped experiments; it may be missing. `settings` outlives
    /// the window.
    explicit MainWindow(Settings& settings, const QString& experiments_folder,
                        QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Experiments, runs, recorded event streams. Several runs are compared.
    void open(const QStringList& files);
    /// Measures at once, without a question. `close_when_done`: the window closes after it, and the
    /// program exits with the engine's code.
    void run(const RunOrder& order, bool close_when_done);

    PageStack& pages() { return *m_pages; }
    ActionRegistry& actions() { return *m_actions; }
    SessionList& sessions() { return *m_sessions; }
    ExperimentDocument& document() { return *m_document; }
    RunQueue& queue() { return *m_queue; }
    ProblemsPanel& problems() { return *m_problems; }

    /// Undo, redo and what the table of cells can do: they are the design page's.
    QList<QAction*> design_actions() const;

    /// Restores edits that a crash left behind, for a person to go on with: not when the window
    /// only runs something, or is made for pictures.
    void offer_drafts();
    /// Shows a problem in the panel, and in the status bar.
    void tell(const Problem& problem);
    /// Draws what has changed on the visible page now, whatever the budget says.
    void refresh();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void make_pages(const QString& experiments_folder);
    void make_docks();
    void connect_parts();
    void restore();

    void list_what_was_open();
    void look_at(RunSession* session);
    void compare(const QStringList& runs);
    void replay(const QString& events);
    void show_gate(const QString& file);
    void update_actions();
    void update_title();
    void tick();
    void close_for_good();

    Settings& m_settings;
    std::unique_ptr<ExperimentDocument> m_document;
    std::unique_ptr<class Autosave> m_autosave;
    RunQueue* m_queue;
    SessionList* m_sessions;
    class RunHistory* m_history;
    ActionRegistry* m_actions;
    UnsavedQuestion* m_question;
    DocumentCommands* m_documents;
    RunCommands* m_runs;
    PageStack* m_pages;
    WindowDocks* m_docks;
    ProblemsPanel* m_problems;
    KeysOverlay* m_keys;
    class StartPage* m_start = nullptr;
    class DesignPage* m_design = nullptr;
    class LivePage* m_live = nullptr;
    class ComparePage* m_compare = nullptr;
    class GatePage* m_gate = nullptr;
    QPointer<RunSession> m_looked_at;
    QSet<class Page*> m_told;  ///< pages that show it; the others are told when they are seen
    QLabel* m_state;
    QTimer m_frames;
    QElapsedTimer m_clock;
    FrameBudget m_budget;
    double m_cpu_at_frame_ms = 0;
    qint64 m_frame_at_ms = 0;
    bool m_may_close = false;
};

}  // namespace stallscope::app
