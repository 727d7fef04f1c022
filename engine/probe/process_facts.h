// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

namespace stallscope {

/// What a process holds at this moment. Empty: not readable here.
struct ProcessFacts {
    std::optional<std::int64_t> rss_bytes;  ///< resident, shared pages in full
    std::optional<std::int64_t> pss_bytes;  ///< resident, shared pages by share
    std::optional<std::int64_t> threads;
    std::optional<std::int64_t> descriptors;  ///< open file descriptors
};

ProcessFacts process_facts(pid_t pid);

/// The same without pss_bytes, for reading while something is measured: to add up the shares the
/// kernel walks the whole address space and holds its lock meanwhile.
ProcessFacts process_facts_in_passing(pid_t pid);

}  // namespace stallscope
