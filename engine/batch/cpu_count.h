// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace stallscope {

/// Where the kernel's files lie; a test gives folders of its own.
struct ControlGroupFiles {
    std::string own_group = "/proc/self/cgroup";
    std::string mounts = "/proc/self/mountinfo";
    std::string root = "/sys/fs/cgroup";
};

/// CPUs this process may use, at least 1: those it is bound to (sched_getaffinity), fewer where a
/// control group's quota allows less (whole CPUs, rounded down; versions 1 and 2; the tightest of
/// the group and those above it). Reads all of it at every call, as Rust's
/// std::thread::available_parallelism does.
int count_cpus(const ControlGroupFiles& files = {});

}  // namespace stallscope
