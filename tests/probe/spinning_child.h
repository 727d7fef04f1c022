// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

namespace stallscope {

/// A child process that runs `body` until it is killed; killed and waited for when this goes.
class Child {
public:
    explicit Child(const std::function<void()>& body) : m_pid(fork()) {
        if (m_pid == 0) {
            body();
            _exit(0);
        }
    }
    Child(const Child&) = delete;
    ~Child() { end(); }
    void end() {
        if (m_pid > 0) {
            kill(m_pid, SIGKILL);
            waitpid(m_pid, nullptr, 0);
            m_pid = -1;
        }
    }
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid;
};

/// A process that is nobody's child: its parent ended at once. Killed when this goes.
class Stranger {
public:
    explicit Stranger(const std::function<void()>& body) {
        int ends[2];
        if (pipe(ends) != 0) return;
        const Child parent([&] {
            const pid_t stranger = fork();
            if (stranger == 0) {
                setsid();
                body();
                _exit(0);
            }
            static_cast<void>(!write(ends[1], &stranger, sizeof stranger));
            _exit(0);
        });
        static_cast<void>(!read(ends[0], &m_pid, sizeof m_pid));
        close(ends[0]);
        close(ends[1]);
    }
    Stranger(const Stranger&) = delete;
    ~Stranger() {
        if (m_pid > 0) kill(m_pid, SIGKILL);
    }
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = -1;
};

inline void spin_forever() {
    for (;;) {
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
}

inline void sleep_forever() {
    for (;;) {
        pause();
    }
}

/// Waits up to ten seconds for something that is bound to happen.
inline bool soon(const std::function<bool()>& happened) {
    for (int i = 0; i < 2000; ++i) {
        if (happened()) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
}

}  // namespace stallscope
