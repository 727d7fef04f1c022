// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <future>
#include <thread>

#include "plan/result.h"

namespace stallscope {

/// What is being made holds a visit's rows: more at once would cost more memory than they save
/// time.
inline constexpr unsigned most_at_once = 4;

/// Makes n things on the machine's cores and takes them on this thread in their order, whichever is
/// ready first: what comes out does not depend on the number of cores. `make(i)` gives a Result,
/// from any thread; `take(i, value)` is called for 0, 1, 2… up to the first error, which is handed
/// on. At most one thing per core is there at a time.
template <class Make, class Take>
Result<void> in_order(std::size_t n, const Make& make, const Take& take) {
    const std::size_t cores = std::clamp(std::thread::hardware_concurrency(), 1U, most_at_once);
    std::deque<std::future<decltype(make(std::size_t{0}))>> begun;
    const auto how = cores > 1 && n > 1 ? std::launch::async : std::launch::deferred;
    std::size_t next = 0;
    for (std::size_t i = 0; i < n; ++i) {
        while (next < n && begun.size() < cores) {
            begun.push_back(std::async(how, make, next++));
        }
        auto made = begun.front().get();
        begun.pop_front();
        if (!made) {
            return tl::unexpected<Error>(made.error());
        }
        if (next < n) {  // before the taking, so that no core waits for it
            begun.push_back(std::async(how, make, next++));
        }
        take(i, std::move(*made));
    }
    return {};
}

}  // namespace stallscope
