// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/engine_client.h"
#include "core/run_order.h"

namespace stallscope::app {

class RunSession;

enum class QueuedState { waiting, running, paused, cancelling, done, failed, cancelled };

/// For lists: "waiting", "running"…
QString text_of(QueuedState state);

/// Runs that were asked for, measured one after the other: two at once would disturb each other.
class RunQueue final : public QObject {
    Q_OBJECT

public:
    struct Entry {
        int id = 0;  ///< from 1, never used twice
        RunOrder order;
        QString name;
        QueuedState state = QueuedState::waiting;
        QString says;  ///< how it ended, or the step of the cancel ladder
        std::unique_ptr<RunSession> session;
    };

    explicit RunQueue(QObject* parent = nullptr);
    RunQueue(EngineClient::Limits limits, QObject* parent);
    ~RunQueue() override;  ///< ends the run that is being measured, as ~EngineClient

    /// In the order in which they are measured; those that have ended come first.
    const std::vector<Entry>& entries() const { return m_entries; }
    const Entry* find(int id) const;
    RunSession* session(int id) const;  ///< nullptr: no such run
    const Entry* current() const;       ///< the one that is being measured; nullptr: none
    bool is_busy() const { return current() != nullptr; }
    /// Of the run that is being measured or was last.
    const EngineClient* engine() const { return m_engine.get(); }

    /// Puts it behind the others and returns its id; starts soon when none is being measured.
    int add(RunOrder order);
    /// Puts a waiting run at `place` among the waiting ones, from 0. False: it does not wait.
    bool move(int id, int place);
    /// Takes a run that waits or has ended out of the list. False: it is being measured.
    bool remove(int id);

    // The run that is being measured; without one nothing happens.
    void pause();
    void resume();
    void cancel();
    /// And those that wait are not started any more.
    void cancel_all();

signals:
    void changed();  ///< entries(), or something in one
    void started(int id);
    void ended(int id);
    void about_to_remove(int id);  ///< its session is deleted afterwards
    /// The engine's errors, lines that are none, files that cannot be opened, how a run failed.
    void problem(const stallscope::app::Problem& problem);
    void log_line(const QString& line);

private:
    Entry* find_entry(int id);
    std::vector<Entry>::iterator place_of(int id);
    void start_next();
    void start(Entry& entry);
    void on_state(EngineState state);
    void on_end(const QString& sentence);

    const EngineClient::Limits m_limits;
    std::vector<Entry> m_entries;
    int m_last_id = 0;
    int m_current = 0;  ///< id; 0: none
    std::unique_ptr<EngineClient> m_engine;
};

}  // namespace stallscope::app
