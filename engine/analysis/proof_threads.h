// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace stallscope {

/// Does `job(0)` … `job(jobs − 1)`, each once, on `threads` threads (0: one per CPU), the caller's
/// among them. `progress` gets 0 … 1 after every job, from one thread at a time; when it says
/// false, no further job begins. Returns whether all were done.
bool on_threads(std::size_t jobs, int threads, const std::function<void(std::size_t)>& job,
                const std::function<bool(double)>& progress = {});

}  // namespace stallscope
