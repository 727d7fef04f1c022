// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "plan/result.h"

namespace stallscope {

/// How to start a child. Everything is prepared before the fork: between fork and exec only
/// async-signal-safe calls are made, so the engine may have other threads.
struct ChildPlan {
    std::vector<std::string> argv;  ///< argv[0] is looked up on PATH unless it contains a slash
    std::vector<std::pair<std::string, std::string>> env;  ///< added to ours, replaces ours
    std::string cwd;                                       ///< empty: ours
    std::vector<int> cpus;                                 ///< affinity; empty: ours
    int nice = 0;                                          ///< added to ours
    std::vector<int> keep;  ///< descriptors the child inherits under the same number
    int out = -1;           ///< becomes stdout and stderr; −1: ours
    bool own_group = true;  ///< leads a process group
};

/// Starts it; stdin is empty. Returns the pid, or why exec failed.
Result<pid_t> start_child(const ChildPlan& plan);

struct ChildOutput {
    int exit_code = 0;       ///< −1 when it did not exit by itself
    int signal = 0;          ///< that ended it, 0: none
    bool timed_out = false;  ///< it was killed, with its process group, at the limit
    bool cancelled = false;  ///< it was killed, with its process group, because somebody asked
    std::string out;         ///< first 1 MiB of stdout and stderr together
};

/// Runs a child to its end, at most `limit_s`. `cancel`, if given, is looked at every 20 ms.
Result<ChildOutput> run_child(const ChildPlan& plan, double limit_s,
                              const std::atomic<bool>* cancel = nullptr);

/// "exited with code 3", "was killed by signal 11 (Segmentation fault)".
std::string exit_sentence(int wait_status);

}  // namespace stallscope
