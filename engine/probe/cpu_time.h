// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "plan/result.h"

namespace stallscope {

/// CPU time of all threads of a process so far, in ns (its CPU clock, clock_getcpuclockid).
/// Error: kind measurement when there is no such process or the system does not tell.
Result<std::int64_t> process_cpu_ns(pid_t pid);

/// The process and everything it started, as far as the chain of parents still stands. A child
/// whose parent ended belongs to init and is not found this way; see members_of_group.
std::vector<pid_t> descendants_of(pid_t root);

/// Every process of a process group.
std::vector<pid_t> members_of_group(pid_t group);

/// The processes' CPU clocks summed; those that are gone count nothing.
std::int64_t cpu_ns_of(const std::vector<pid_t>& pids);

/// The machine's counters. They move in ticks (machine_tick_ns, mostly 10 ms) and each is cut off,
/// so one reading is up to five ticks too small and a difference is off by up to five ticks either
/// way; how short bursts are attributed is up to the kernel's accounting.
struct MachineBusy {
    std::int64_t busy_ns = 0;   ///< user + nice + system + irq + softirq, over all CPUs
    std::int64_t steal_ns = 0;  ///< wanted by us and taken by the hypervisor
};
Result<MachineBusy> machine_busy();
std::int64_t machine_tick_ns();
/// Counters summed in MachineBusy::busy_ns: a difference is wrong by at most as many ticks.
inline constexpr int machine_busy_counters = 5;

}  // namespace stallscope
