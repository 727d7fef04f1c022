// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/result.h"

namespace stallscope::cli {

/// What the program says to its caller.
enum ExitCode : int {
    done = 0,
    usage = 1,
    bad_experiment = 2,
    measurement_failed = 3,
    criterion_not_met = 4,  ///< gate
    environment_unfit = 5,
    undecided = 6,  ///< gate
    stale_or_altered = 7,
    cancelled = 130,
};

int exit_code_of(ErrorKind kind);

}  // namespace stallscope::cli
