// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

class QObject;

namespace stallscope::app {

/// Work beside the thread of `receiver`, one piece after the other. Deleting it, or cancel(), never
/// waits: what still runs is told to stop and nobody hears of it again.
class BackgroundWork final {
public:
    explicit BackgroundWork(QObject* receiver);
    ~BackgroundWork();
    BackgroundWork(const BackgroundWork&) = delete;
    BackgroundWork& operator=(const BackgroundWork&) = delete;

private:
    struct State;

public:
    /// What a piece of work knows of who asked for it.
    class Call {
    public:
        /// Nobody waits for it any more: return soon.
        bool cancelled() const;
        /// Runs `news` in the receiver's thread, unless cancelled by then.
        void post(std::function<void()> news) const;

    private:
        friend class BackgroundWork;
        Call(std::shared_ptr<State> state, int round) : m_state(std::move(state)), m_round(round) {}
        std::shared_ptr<State> m_state;
        int m_round = 0;
    };
    using Work = std::function<void(const Call&)>;

    /// Queues a piece of work. It must own what it uses: it may outlive the receiver.
    void start(Work work);
    /// Drops what waits and what runs.
    void cancel();
    /// Whether something waits or runs that was not cancelled.
    bool is_busy() const;

private:
    static void run_all(const std::shared_ptr<State>& state);
    std::shared_ptr<State> m_state;
};

}  // namespace stallscope::app
