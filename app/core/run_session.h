// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>

#include "core/problem.h"
#include "core/run_data.h"

namespace stallscope::app {

class EventQueue;
class RunFile;
class RunReplay;

/// One run in the window: what its charts draw, and its file once there is one. Where the events
/// come from (the engine, a recorded stream, a run file) makes no difference to who looks at it.
class RunSession final : public QObject {
    Q_OBJECT

public:
    explicit RunSession(QObject* parent = nullptr);
    ~RunSession() override;

    const RunData& data() const { return m_data; }
    /// The name for lists and titles: the run file's, else the experiment's, else set_name()'s.
    QString title() const;
    /// What it is called until an event says better.
    void set_name(const QString& name) { m_name = name; }
    /// Whether events may still come.
    bool is_live() const { return m_live; }
    /// The finished run's file, opened for reading; nullptr before.
    RunFile* file() const { return m_file.get(); }
    /// The same for who goes on reading when the session is closed. Only once the session has
    /// ended: closed before, it stops its file.
    std::shared_ptr<RunFile> shared_file() const { return m_file; }

    /// Feeds one event; emits changed() at most once per turn of the event loop.
    void apply(EngineEvent event);
    /// No more events come. Opens the file that the run left, if it left one.
    void end();
    /// Opens `file` and, when nothing was fed yet, replays it through apply(), visit by visit, in
    /// the background; then come the findings and criteria of its analysis, then ended(). A file
    /// that cannot be read is a problem().
    void open(const QString& file);

signals:
    void changed();      ///< data() has grown; queued, many events give one
    void file_opened();  ///< file() can be asked
    void ended();        ///< no more events: is_live() is false
    void problem(const stallscope::app::Problem& problem);

private:
    void change_soon();
    bool open_file(const QString& file);
    void replay_file();
    void tell_analysis();
    void finish();

    QString m_name;
    RunData m_data;
    std::shared_ptr<RunFile> m_file;
    std::unique_ptr<EventQueue> m_replayed;
    std::unique_ptr<RunReplay> m_replay;
    bool m_live = true;
    bool m_rows_are_told = false;  ///< of a replayed file
    bool m_change_is_queued = false;
};

}  // namespace stallscope::app
