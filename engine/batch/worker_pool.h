// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace stallscope {

/// Threads that sleep until there is work. One owner starts and waits; nothing is shared by two
/// pools.
class WorkerPool {
public:
    /// Must not throw.
    using Work = void (*)(void* context);

    WorkerPool() = default;
    ~WorkerPool();
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    /// Runs work(context) once on each of `helpers` threads; returns how many had to be started.
    /// Throws std::system_error when no thread is to be had; then nothing runs.
    int start(int helpers, Work work, void* context);
    /// Until all that was started has ended.
    void wait();

private:
    void serve();
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::condition_variable m_ended;
    std::vector<std::thread> m_threads;
    Work m_work = nullptr;
    void* m_context = nullptr;
    int m_unclaimed = 0;
    int m_running = 0;
    bool m_closing = false;
};

}  // namespace stallscope
