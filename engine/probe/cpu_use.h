// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stallscope {

/// Name of the environment variable in which the workbench tells the engine its process id.
inline constexpr const char* app_pid_variable = "STALLSCOPE_APP_PID";

/// What one process has used so far.
struct ProcessUse {
    std::string name;
    std::int64_t clock_ns = 0;   ///< itself, exact
    std::int64_t waited_ns = 0;  ///< children it waited for, and theirs; in ticks
};
using ProcessUses = std::map<pid_t, ProcessUse>;

/// All CPU clocks at one moment.
struct CpuUse {
    ProcessUses tree;  ///< the host's processes
    ProcessUses own;   ///< what else the engine started and is still there: other hosts
    ProcessUses foreign;
    /// Of the engine's children that have ended and theirs (RUSAGE_CHILDREN): without it a host
    /// that ends between two readings would take its time along, into what is foreign.
    std::int64_t ended_children_ns = 0;
    std::int64_t engine_ns = 0;          ///< this process
    std::optional<std::int64_t> app_ns;  ///< the workbench that started the engine, if one did
    std::int64_t machine_busy_ns = 0;    ///< in ticks, see machine_busy()
    std::int64_t steal_ns = 0;           ///< in ticks
};

/// The tree is every member of the host's process group, and `known`: workers that left the group.
/// None where the machine's counters cannot be read. `app`: see app_process().
std::optional<CpuUse> cpu_use(pid_t group, const std::vector<pid_t>& known = {},
                              std::optional<pid_t> app = {});

/// The workbench's process as STALLSCOPE_APP_PID says, if it really is one of our ancestors; an
/// inherited variable must not excuse what some other program uses.
std::optional<pid_t> app_process();

/// What was used between two snapshots, in seconds of one CPU. Nothing is ever negative.
struct CpuSpent {
    double tree_s = 0;
    double own_s = 0;  ///< all that the engine started, the tree and what has ended included
    double engine_s = 0, machine_busy_s = 0, steal_s = 0;
    std::optional<double> app_s;

    /// What other programs used at least: the larger of two lower bounds.
    ///   1. the clocks of all other processes that can be seen, summed: exact. A process that ended
    ///      in between is counted if its parent waited for it and can be seen;
    ///   2. the machine's counters less own, engine and app, less their uncertainty.
    /// The first one misses what another container's processes use, the second one what lies below
    /// its uncertainty.
    double foreign_s = 0;
    /// Of the second one: machine_busy_counters ticks that are cut off, and 3 standard deviations
    /// of counting. Most kernels charge a whole tick to whoever runs when it strikes: over n ticks
    /// of length τ with CPU share u the sum has the variance τ²·n·u·(1−u) ≤ τ·busy.
    double uncertain_s = 0;
    /// "NAME (PID)" of the foreign process that used most, and how much; empty when none is known.
    std::string busiest;
    double busiest_s = 0;
};
CpuSpent cpu_between(const CpuUse& before, const CpuUse& after);

}  // namespace stallscope
