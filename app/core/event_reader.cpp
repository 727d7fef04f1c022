// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/event_reader.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <QCoreApplication>
#include <array>
#include <cerrno>

namespace stallscope::app {
namespace {

constexpr int told_one_by_one = 10;

QString say(const char* text, int n = -1) {
    return QCoreApplication::translate("stallscope::app::EventReader", text, nullptr, n);
}

}  // namespace

EventReader::EventReader(int pipe, EventQueue& queue) : m_pipe(pipe), m_queue(queue) {
    ::fcntl(m_pipe, F_SETFL, ::fcntl(m_pipe, F_GETFL) | O_NONBLOCK);
    // Without this one stop() waits until the engine's end is closed.
    if (::pipe(m_wake) == 0) {
        for (const int end : m_wake) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    m_thread = std::thread([this] { read_all(); });
}

EventReader::~EventReader() {
    stop();
    m_thread.join();
    for (const int end : {m_pipe, m_wake[0], m_wake[1]}) {
        if (end >= 0) ::close(end);
    }
}

void EventReader::stop() {
    [[maybe_unused]] const auto written = ::write(m_wake[1], "", 1);
}

bool EventReader::wait_for_bytes() const {
    std::array<pollfd, 2> ends{{{m_pipe, POLLIN, 0}, {m_wake[0], POLLIN, 0}}};
    while (::poll(ends.data(), ends.size(), -1) < 0 && errno == EINTR) {
    }
    return ends[0].revents != 0;
}

void EventReader::read_all() {
    std::array<char, 64 * 1024> bytes;
    while (wait_for_bytes()) {
        const auto read = ::read(m_pipe, bytes.data(), bytes.size());
        if (read < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (read <= 0) break;
        // When nobody listens any more the pipe is emptied all the same: the engine would block.
        if (m_is_heard) {
            m_lines.add({bytes.data(), read}, [this](QByteArrayView line) { take(line); });
        }
    }
    if (!m_lines.rest().isEmpty()) take(m_lines.rest());
    const int untold = qMax(0, m_faults - told_one_by_one) + m_lines.too_long();
    if (untold > 0) {
        put(Problem{say("%n further line(s) of the engine could not be read", untold),
                    {},
                    say("Engine and workbench should be of one version")},
            256);
    }
    put(EndOfEvents{}, 0);
}

void EventReader::take(QByteArrayView line) {
    if (line.trimmed().isEmpty()) return;
    auto event = event_from_line(line);
    if (event) {
        put(std::move(*event), static_cast<std::size_t>(line.size()));
    } else {
        complain(event.error());
    }
}

void EventReader::complain(const Error& error) {
    if (++m_faults > told_one_by_one) return;
    for (Problem& problem : problems_of(error)) put(std::move(problem), 256);
}

void EventReader::put(Delivery delivery, std::size_t bytes) {
    m_is_heard = m_is_heard && m_queue.put(std::move(delivery), bytes);
}

}  // namespace stallscope::app
