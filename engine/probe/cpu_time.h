// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
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

/// All clocks at one moment.
struct CpuUse {
    std::int64_t tree_ns = 0;    ///< the host's processes
    std::int64_t engine_ns = 0;  ///< this process
    std::int64_t machine_busy_ns = 0;
    std::int64_t steal_ns = 0;
};

/// The tree is every member of the host's process group, and `known`: workers that left the group.
/// A process that ends between two snapshots takes its time along, into what is foreign. None
/// where the machine's counters cannot be read.
std::optional<CpuUse> cpu_use(pid_t group, const std::vector<pid_t>& known = {});

/// What was used between two snapshots, in seconds of one CPU. Nothing is ever negative.
struct CpuSpent {
    double tree_s = 0, engine_s = 0, machine_busy_s = 0, steal_s = 0;
    double foreign_s = 0;  ///< busy − tree − engine, 0 where the ticks make it negative; uncertain
                           ///< by machine_busy_counters · machine_tick_ns()
};
CpuSpent cpu_between(const CpuUse& before, const CpuUse& after);

}  // namespace stallscope
