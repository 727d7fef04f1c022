// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session_list.h"

#include <QFileInfo>
#include <memory>

#include "core/run_file.h"
#include "core/run_session.h"

namespace stallscope::app {

SessionList::SessionList(QObject* parent) : QObject(parent) {}

SessionList::~SessionList() {
    // Children die after this destructor; nobody is told of it any more.
    for (RunSession* session : std::as_const(m_sessions)) session->disconnect(this);
}

RunSession* SessionList::open(const QString& file) {
    const QString path = QFileInfo(file).absoluteFilePath();
    for (RunSession* session : std::as_const(m_sessions)) {
        if (!session->file() || QFileInfo(session->file()->path()).absoluteFilePath() != path)
            continue;
        set_current(session);
        return session;
    }
    auto opened = std::make_unique<RunSession>();
    connect(opened.get(), &RunSession::problem, this, &SessionList::problem);
    opened->open(path);
    if (!opened->file()) return nullptr;
    RunSession* session = opened.release();
    session->setParent(this);
    add(session);
    set_current(session);
    return session;
}

void SessionList::add(RunSession* session) {
    if (m_sessions.contains(session)) return;
    m_sessions.append(session);
    connect(session, &RunSession::changed, this, &SessionList::changed);
    connect(session, &RunSession::ended, this, &SessionList::changed);
    connect(session, &QObject::destroyed, this, [this, session] { forget(session); });
    emit changed();
}

void SessionList::set_current(RunSession* session) {
    if (m_current == session) return;
    m_current = session;
    emit current_changed(session);
    emit changed();
}

void SessionList::forget(RunSession* session) {
    const qsizetype place = m_sessions.indexOf(session);
    if (place < 0) return;
    m_sessions.removeAt(place);
    if (m_current == session) {
        set_current(m_sessions.isEmpty() ? nullptr
                                         : m_sessions[qMin(place, m_sessions.size() - 1)]);
    }
    emit changed();
}

void SessionList::close(RunSession* session) {
    if (!m_sessions.contains(session)) return;
    session->disconnect(this);
    forget(session);
    if (session->parent() == this) session->deleteLater();
}

}  // namespace stallscope::app
