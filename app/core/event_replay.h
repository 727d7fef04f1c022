// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <chrono>
#include <vector>

#include "core/engine_events.h"

namespace stallscope::app {

class RunSession;

/// Plays a recorded stream of `stallscope run --events` into a session, as if the engine wrote it
/// now.
class EventReplay final : public QObject {
    Q_OBJECT

public:
    explicit EventReplay(RunSession& session, QObject* parent = nullptr);
    ~EventReplay() override;

    /// `speed`: 1 real time, 4 four times as fast; 0: at once, before this returns. The lines have
    /// no times of their own: progress lines say how much had elapsed, those between are spread
    /// evenly. Lines that are no events are left out, each a problem(). The session is ended after
    /// the last one. Error: kind usage when the file cannot be read or has no event at all.
    Result<void> start(const QString& file, double speed = 0);
    void stop();  ///< the rest is not played; the session is not ended
    bool is_playing() const { return m_timer.isActive(); }
    /// Real time of the whole recording.
    std::chrono::duration<double> length() const;

signals:
    void finished();
    void problem(const stallscope::app::Problem& problem);

private:
    struct Line {
        EngineEvent event;
        double at_s = 0;
    };
    Result<void> read(const QString& file);
    void spread_times();
    void play_until(double at_s);
    void play_due();

    RunSession& m_session;
    std::vector<Line> m_lines;
    std::size_t m_next = 0;
    double m_speed = 0;
    QTimer m_timer;
    std::chrono::steady_clock::time_point m_began;
};

}  // namespace stallscope::app
