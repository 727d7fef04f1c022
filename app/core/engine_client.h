// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>
#include <chrono>
#include <memory>
#include <optional>

#include "core/engine_events.h"
#include "core/engine_state.h"
#include "core/event_queue.h"
#include "core/line_splitter.h"
#include "core/run_order.h"

namespace stallscope::app {

class EventReader;

/// The engine's program: `stallscope` in the folder of the running program; the environment
/// variable STALLSCOPE names another one.
QString engine_program();

/// One run of the engine in a process of its own: its lines come as events, its log line by line.
/// Nothing here waits for it in the thread of the window, whatever it does: stall, flood, crash.
class EngineClient final : public QObject {
    Q_OBJECT

public:
    struct Limits {
        std::chrono::milliseconds step{5000};      ///< between the steps of the cancel ladder
        std::chrono::milliseconds last_step{300};  ///< the same when this object is destroyed
        EventQueue::Limits queue{};
    };
    static constexpr qsizetype log_lines = 2000;

    explicit EngineClient(QObject* parent = nullptr);
    EngineClient(Limits limits, QObject* parent);
    /// Ends the process: at most four times Limits::last_step.
    ~EngineClient() override;

    /// Once per object.
    void start(const RunOrder& order);
    void pause();  ///< takes effect after the visit that runs
    void resume();
    /// First a control line; each Limits::step later the end of its input, SIGTERM, SIGKILL.
    void cancel();

    EngineState state() const { return m_state; }
    bool is_active() const { return m_state != EngineState::idle && m_state != EngineState::ended; }
    /// How it ended; empty before.
    const std::optional<EngineEnd>& end() const { return m_end; }
    /// What it wrote to standard error: the last lines.
    const QStringList& log() const { return m_log; }

signals:
    void event(const stallscope::app::EngineEvent& event);
    void problem(const stallscope::app::Problem& problem);
    void log_line(const QString& line);
    void state_changed(stallscope::app::EngineState state);
    /// Process and events have ended: end() is there. `sentence`: what that means.
    void ended(const QString& sentence);

private:
    void take(Delivery delivery);
    void take_event(const EngineEvent& event);
    bool greet(const EngineEvent& event);
    bool connect_events();
    void read_log();
    void send(const char* command);
    void next_step();
    void on_process_end(EngineEnd end);
    void finish_when_all_ended();
    void set_state(EngineState state);

    const Limits m_limits;
    EngineState m_state = EngineState::idle;
    QProcess m_process;
    int m_write_end = -1;  ///< the engine's standard output, until it has started
    QTimer m_step;
    LineSplitter m_log_splitter;
    QStringList m_log;
    bool m_is_greeted = false;
    bool m_is_muted = false;  ///< it speaks another schema: what it says is not taken
    bool m_events_have_ended = false;
    bool m_said_finished = false;
    std::optional<EngineEnd> m_process_end, m_end;
    EventQueue m_queue;
    std::unique_ptr<EventReader> m_reader;
};

}  // namespace stallscope::app
