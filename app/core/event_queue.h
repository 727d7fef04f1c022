// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <variant>

#include "core/engine_events.h"

namespace stallscope::app {

/// Nothing more comes from there.
struct EndOfEvents {};

using Delivery = std::variant<EngineEvent, Problem, EndOfEvents>;

/// Hands what a thread produces to the thread of this object, in order. Neither side can drown the
/// other: who puts waits while too much lies here, and who takes gets one portion per turn of the
/// event loop, so that a window stays alive.
class EventQueue final : public QObject {
    Q_OBJECT

public:
    struct Limits {
        std::size_t waiting_bytes = std::size_t{64} << 20;
        std::size_t bytes_per_turn = std::size_t{256} << 10;
    };

    /// `take` is called in the thread of this object.
    EventQueue(std::function<void(Delivery)> take, Limits limits, QObject* parent = nullptr);
    ~EventQueue() override;  ///< the thread that puts must have ended

    /// From any thread; `bytes`: roughly what it occupies. Waits while the queue is full. False:
    /// it was closed, nothing is taken any more.
    bool put(Delivery delivery, std::size_t bytes);
    /// Drops what waits and lets put() return.
    void close();
    bool is_closed() const;

private:
    void deliver_some();

    struct Item {
        Delivery delivery;
        std::size_t bytes;
    };

    const std::function<void(Delivery)> m_take;
    const Limits m_limits;
    QTimer m_turn;
    mutable std::mutex m_mutex;
    std::condition_variable m_has_room;
    std::deque<Item> m_items;
    std::size_t m_waiting_bytes = 0;
    bool m_is_scheduled = false;
    bool m_closed = false;
};

}  // namespace stallscope::app
