// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QVector>

#include "core/problem.h"

namespace stallscope::app {

class RunSession;

/// The runs that the window holds, and the one it looks at.
class SessionList final : public QObject {
    Q_OBJECT

public:
    explicit SessionList(QObject* parent = nullptr);
    ~SessionList() override;

    const QVector<RunSession*>& sessions() const { return m_sessions; }
    RunSession* current() const { return m_current; }  ///< nullptr: none

    /// Opens a run file, or shows it when it is open already. The list owns the session. nullptr:
    /// it cannot be read, which is a problem(), and the list is as it was.
    RunSession* open(const QString& file);
    /// A session that somebody else owns: a run of the queue. It leaves the list when it is
    /// deleted.
    void add(RunSession* session);
    void set_current(RunSession* session);
    /// Takes it out; the list's own are deleted. The one beside it becomes the current one.
    void close(RunSession* session);

signals:
    void changed();
    /// Emitted before a session is deleted: who draws the old one lets go of it.
    void current_changed(stallscope::app::RunSession* session);
    void problem(const stallscope::app::Problem& problem);

private:
    void forget(RunSession* session);

    QVector<RunSession*> m_sessions;
    RunSession* m_current = nullptr;
};

}  // namespace stallscope::app
