// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_queue.h"

#include <utility>

namespace stallscope::app {

EventQueue::EventQueue(std::function<void(Delivery)> take, Limits limits, QObject* parent)
    : QObject(parent), m_take(std::move(take)), m_limits(limits), m_turn(this) {
    // A timer and not a queued call: calls that are queued meanwhile run in the same turn.
    m_turn.setSingleShot(true);
    m_turn.setInterval(0);
    connect(&m_turn, &QTimer::timeout, this, &EventQueue::deliver_some);
}

EventQueue::~EventQueue() = default;

bool EventQueue::put(Delivery delivery, std::size_t bytes) {
    std::unique_lock lock(m_mutex);
    m_has_room.wait(lock, [&] { return m_closed || m_waiting_bytes < m_limits.waiting_bytes; });
    if (m_closed) return false;
    m_items.push_back({std::move(delivery), bytes});
    m_waiting_bytes += bytes;
    if (!std::exchange(m_is_scheduled, true)) {
        QMetaObject::invokeMethod(&m_turn, qOverload<>(&QTimer::start), Qt::QueuedConnection);
    }
    return true;
}

void EventQueue::close() {
    std::deque<Item> dropped;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        dropped.swap(m_items);
        m_waiting_bytes = 0;
    }
    m_has_room.notify_all();
}

bool EventQueue::is_closed() const {
    const std::lock_guard lock(m_mutex);
    return m_closed;
}

void EventQueue::deliver_some() {
    std::size_t taken = 0;
    while (taken < m_limits.bytes_per_turn) {
        Item item;
        {
            const std::lock_guard lock(m_mutex);
            if (m_items.empty()) {
                m_is_scheduled = false;
                return;
            }
            item = std::move(m_items.front());
            m_items.pop_front();
            m_waiting_bytes -= item.bytes;
        }
        m_has_room.notify_one();
        taken += item.bytes + 1;
        m_take(std::move(item.delivery));
    }
    m_turn.start();
}

}  // namespace stallscope::app
