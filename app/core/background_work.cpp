// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/background_work.h"

#include <QObject>
#include <QThreadPool>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace stallscope::app {

struct BackgroundWork::State {
    std::mutex mutex;
    QObject* receiver = nullptr;  ///< nullptr: it is gone
    std::deque<Work> waiting;
    int round = 0;            ///< grows with every cancel()
    int in_round = -1;        ///< round of the piece that runs
    bool has_thread = false;  ///< one is at work, or about to be
    bool is_running = false;
};

BackgroundWork::BackgroundWork(QObject* receiver) : m_state(std::make_shared<State>()) {
    m_state->receiver = receiver;
}

BackgroundWork::~BackgroundWork() {
    cancel();
    const std::scoped_lock lock(m_state->mutex);
    m_state->receiver = nullptr;
}

bool BackgroundWork::Call::cancelled() const {
    const std::scoped_lock lock(m_state->mutex);
    return m_state->receiver == nullptr || m_state->round != m_round;
}

void BackgroundWork::Call::post(std::function<void()> news) const {
    // Held while posting, so that the receiver cannot go away in between.
    const std::scoped_lock lock(m_state->mutex);
    if (m_state->receiver == nullptr || m_state->round != m_round) return;
    QMetaObject::invokeMethod(
        m_state->receiver,
        [call = *this, news = std::move(news)] {
            if (!call.cancelled()) news();
        },
        Qt::QueuedConnection);
}

void BackgroundWork::start(Work work) {
    const std::scoped_lock lock(m_state->mutex);
    m_state->waiting.push_back(std::move(work));
    if (std::exchange(m_state->has_thread, true)) return;
    QThreadPool::globalInstance()->start([state = m_state] { run_all(state); });
}

void BackgroundWork::run_all(const std::shared_ptr<State>& state) {
    for (;;) {
        std::optional<Work> work;
        int round = 0;
        {
            const std::scoped_lock lock(state->mutex);
            state->is_running = !state->waiting.empty();
            if (!state->is_running) {
                state->has_thread = false;
                return;
            }
            work = std::move(state->waiting.front());
            state->waiting.pop_front();
            round = state->in_round = state->round;
        }
        (*work)(Call(state, round));
    }
}

void BackgroundWork::cancel() {
    const std::scoped_lock lock(m_state->mutex);
    m_state->waiting.clear();
    ++m_state->round;
}

bool BackgroundWork::is_busy() const {
    const std::scoped_lock lock(m_state->mutex);
    return !m_state->waiting.empty() ||
           (m_state->is_running && m_state->in_round == m_state->round);
}

}  // namespace stallscope::app
