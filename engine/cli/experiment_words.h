// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/experiment.h"

namespace stallscope::cli {

/// "wait of 9.5 ms", "OpenCL forward of 12 ms (128 tokens)", "callable mine:work".
std::string in_words(const Workload& workload);

/// "1 client, back to back", "4 clients, 2 ms apart", "loop of 1 thread".
std::string in_words(const Load& load);

/// "OpenCL forward …, in a process of its own, lock released, 1 client".
std::string in_words(const Stream& stream);

/// What the numbers decide: "mean return of gpu in C/both at most 0.5 ms".
std::string in_words(const Criterion& criterion);

/// How the criteria are judged: when words may come, and from which noise.
std::string judging_in_words(const Experiment& experiment);

}  // namespace stallscope::cli
