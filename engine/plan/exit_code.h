// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/result.h"

namespace stallscope {

/// What a program says to its caller: the command line, the run's last event, the desktop app.
struct ExitCode {
    static constexpr int done = 0;
    static constexpr int usage = 1;
    static constexpr int bad_experiment = 2;
    static constexpr int measurement_failed = 3;
    static constexpr int criterion_not_met = 4;  ///< gate
    static constexpr int environment_unfit = 5;
    static constexpr int undecided = 6;  ///< gate
    static constexpr int stale_or_altered = 7;
    static constexpr int cancelled = 130;
};

int exit_code_of(ErrorKind kind);

}  // namespace stallscope
