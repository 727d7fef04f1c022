// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_threads.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace stallscope {

bool on_threads(std::size_t jobs, int threads, const std::function<void(std::size_t)>& job,
                const std::function<bool(double)>& progress) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> stopped = false;
    std::size_t done = 0;
    std::mutex mutex;
    const auto worker = [&] {
        for (std::size_t at = next++; at < jobs && !stopped; at = next++) {
            job(at);
            const std::lock_guard lock(mutex);
            ++done;
            if (progress && !progress(static_cast<double>(done) / static_cast<double>(jobs))) {
                stopped = true;
            }
        }
    };
    const auto cpus = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::vector<std::thread> others;
    for (int i = 1; i < (threads > 0 ? threads : cpus); ++i) {
        others.emplace_back(worker);
    }
    worker();
    for (std::thread& other : others) {
        other.join();
    }
    return done == jobs;
}

}  // namespace stallscope
