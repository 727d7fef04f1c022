// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace stallscope {

/// Name of the environment variable that marks every descendant of a run.
inline constexpr const char* run_mark_variable = "STALLSCOPE_RUN";

/// Processes, other than this one, whose environment says STALLSCOPE_RUN=`mark` (the run file as
/// it was written there). Only processes whose environment we may read; none on systems without
/// /proc. A zombie has no environment and is not found.
std::vector<pid_t> marked_processes(const std::string& mark);

struct MarkedKilled {
    int signalled = 0;        ///< SIGKILLs that were delivered
    std::vector<pid_t> left;  ///< still there when the time was up
};

/// Kills them all, again and again (a killed one may just have started another), until none is
/// left or a second has passed.
MarkedKilled kill_marked_processes(const std::string& mark);

}  // namespace stallscope
