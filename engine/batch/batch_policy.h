// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "batch/mail_parser.h"
#include "plan/result.h"
#include "plan/worker_count.h"

namespace stallscope {

/// When the CPUs are counted, if `threads` is not given.
enum class CpuProbe {
    per_call,  ///< every time: affinity and the control group's files
    cached,    ///< once per scheduler
};
/// How a worker takes messages from the batch.
enum class Claiming {
    single,  ///< one at a time
    guided,  ///< blocks: half of an equal share of what is left, never less than one
};
/// Where workers come from.
enum class WorkerThreads {
    spawned,  ///< started for the call and joined
    pool,     ///< kept by the scheduler, asleep between calls
};

struct BatchPolicy : WorkerRule {
    CpuProbe probe = CpuProbe::cached;
    Claiming claiming = Claiming::single;
    WorkerThreads threads = WorkerThreads::spawned;
};

/// One worker per message, a caller that waits, CPUs counted at every call.
BatchPolicy policy_before();
/// Workers by bytes, a caller that works, CPUs counted once.
BatchPolicy policy_after();

struct BatchOptions {
    ParseOptions parse;
    /// Upper bound of workers; the policy may use fewer. None: the CPUs there are, which are then
    /// counted as the policy's `probe` says. With a number they are not counted at all.
    std::optional<int> threads;
    /// The number of CPUs that counting is taken to have found, ≥ 1: what the call would do on a
    /// larger machine. They are counted all the same, so the call pays for it.
    std::optional<int> assumed_cpus;
    bool raise_on_error = false;  ///< the first bad slot, in input order, fails the batch
};

/// Error (kind usage, with a hint): threads or assumed CPUs below 1, strict with metadata, no
/// bytes per worker, a cost that is none.
Result<void> check(const BatchPolicy& policy, const BatchOptions& options);

}  // namespace stallscope
