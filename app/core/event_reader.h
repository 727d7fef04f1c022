// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayView>
#include <thread>

#include "core/event_queue.h"
#include "core/line_splitter.h"

namespace stallscope::app {

/// Reads an engine's lines from a pipe, in a thread of its own: a window that is busy for a moment
/// must not hold up an engine that measures. Lines that are no event are problems; the first few
/// are told one by one, the others as a number at the end.
class EventReader {
public:
    static constexpr qsizetype longest_line = qsizetype{16} << 20;

    /// Takes the reading end over. The last thing put is EndOfEvents. `queue` outlives this object.
    EventReader(int pipe, EventQueue& queue);
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;
    ~EventReader();  ///< as stop(), and waits; close the queue before

    /// Takes what lies in the pipe and ends, although somebody may still hold its other end.
    void stop();

private:
    void read_all();
    bool wait_for_bytes() const;  ///< false: stop() was called and the pipe is empty
    void take(QByteArrayView line);
    void put(Delivery delivery, std::size_t bytes);
    void complain(const Error& error);

    const int m_pipe;
    int m_wake[2] = {-1, -1};
    EventQueue& m_queue;
    LineSplitter m_lines{longest_line};
    int m_faults = 0;
    bool m_is_heard = true;  ///< the queue still takes something
    std::thread m_thread;
};

}  // namespace stallscope::app
