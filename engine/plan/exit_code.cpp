// SPDX-License-Identifier: Apache-2.0
#include "plan/exit_code.h"

namespace stallscope {

int exit_code_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
            return ExitCode::usage;
        case ErrorKind::experiment:
            return ExitCode::bad_experiment;
        case ErrorKind::measurement:
            return ExitCode::measurement_failed;
        case ErrorKind::environment:
            return ExitCode::environment_unfit;
        case ErrorKind::stale:
            return ExitCode::stale_or_altered;
        case ErrorKind::cancelled:
            return ExitCode::cancelled;
    }
    return ExitCode::measurement_failed;
}

}  // namespace stallscope
