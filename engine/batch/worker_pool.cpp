// SPDX-License-Identifier: Apache-2.0
#include "batch/worker_pool.h"

namespace stallscope {

WorkerPool::~WorkerPool() {
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_wake.notify_all();
    for (std::thread& thread : m_threads) thread.join();
}

int WorkerPool::start(int helpers, Work work, void* context) {
    int started = 0;
    while (static_cast<int>(m_threads.size()) < helpers) {
        m_threads.emplace_back([this] { serve(); });
        ++started;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_work = work;
        m_context = context;
        m_unclaimed = helpers;
        m_running = helpers;
    }
    if (helpers == static_cast<int>(m_threads.size())) {
        m_wake.notify_all();
    } else {
        for (int i = 0; i < helpers; ++i) m_wake.notify_one();
    }
    return started;
}

void WorkerPool::wait() {
    std::unique_lock lock(m_mutex);
    m_ended.wait(lock, [this] { return m_running == 0; });
}

void WorkerPool::serve() {
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_closing || m_unclaimed > 0; });
        if (m_closing) return;
        --m_unclaimed;
        const Work work = m_work;
        void* const context = m_context;
        lock.unlock();
        work(context);
        lock.lock();
        if (--m_running == 0) m_ended.notify_one();
    }
}

}  // namespace stallscope
