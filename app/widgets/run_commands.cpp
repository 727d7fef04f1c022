// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run_commands.h"

#include <QWidget>

#include "core/document_order.h"
#include "core/experiment_document.h"
#include "core/run_file.h"
#include "core/run_queue.h"
#include "core/run_session.h"
#include "core/session_list.h"
#include "core/settings.h"
#include "core/time_text.h"
#include "widgets/run_dialog.h"

namespace stallscope::app {

RunCommands::RunCommands(const ExperimentDocument& document, RunQueue& queue, SessionList& sessions,
                         Settings& settings, QWidget& window)
    : QObject(&window),
      m_document(document),
      m_queue(queue),
      m_sessions(sessions),
      m_settings(settings),
      m_window(window) {
    connect(&m_queue, &RunQueue::started, this, &RunCommands::show);
    connect(&m_queue, &RunQueue::about_to_remove, this, [this](int id) {
        if (RunSession* session = m_queue.session(id)) m_sessions.close(session);
    });
    connect(&m_queue, &RunQueue::ended, this, [this](int id) {
        const RunSession* session = m_queue.session(id);
        if (session && session->file())
            m_settings.add_recent(Settings::Recent::runs, session->file()->path());
    });
}

void RunCommands::run() {
    auto order = order_of(m_document);
    if (!order) {
        for (const Problem& each : problems_of(order.error())) emit problem(each);
        return;
    }
    const RunDialog::Facts facts{
        m_document.name(),
        tr("%n visits, about %1", nullptr, static_cast<int>(m_document.schedule().size()))
            .arg(duration_text(m_document.planned_seconds())),
        m_document.seal(), m_runs_code};
    auto* dialog = new RunDialog(std::move(*order), facts, &m_window);
    connect(dialog, &RunDialog::confirmed, this, &RunCommands::run_now);
    dialog->open();
}

void RunCommands::run_now(const RunOrder& order) {
    m_queue.add(order);
    emit started();
}

void RunCommands::resume(const QString& run_file) {
    RunOrder order;
    order.resume = run_file;
    order.output = run_file;
    run_now(order);
}

void RunCommands::show(int id) {
    RunSession* session = m_queue.session(id);
    if (!session) return;
    m_sessions.add(session);
    m_sessions.set_current(session);
}

void RunCommands::close(RunSession* session) {
    for (const RunQueue::Entry& entry : m_queue.entries()) {
        if (entry.session.get() != session) continue;
        if (!m_queue.remove(entry.id))
            emit problem({tr("%1 is being measured").arg(entry.name), {}, tr("Cancel it first.")});
        return;
    }
    m_sessions.close(session);
}

}  // namespace stallscope::app
