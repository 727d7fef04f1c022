// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "batch/mail_parser.h"
#include "plan/result.h"

namespace stallscope {

/// What bounds the number of workers, besides `threads` (or the CPUs there are).
enum class WorkerCap {
    count,  ///< one per message
    bytes,  ///< also one per `bytes_per_worker` of input
    cost,   ///< as many as finish first by the cost model
};
/// What the calling thread does meanwhile.
enum class CallerRole {
    joins,  ///< waits for the workers
    works,  ///< is one of the workers
};
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

/// What a batch costs on this machine. All times in ns, from a calibration of the same parser,
/// mode and shape.
struct CostModel {
    double ns_per_message = 300;
    double ns_per_byte = 1.1;
    double ns_per_thread = 15'000;  ///< to start and join a worker (or to wake one of a pool)
    /// How many CPUs' work `cpus` threads do together, 1 … cpus: 1 where another thread is no help.
    double speedup = 0;  ///< 0: equal to `cpus`
    int cpus = 0;        ///< threads that run at the same time; 0: as many as the worker limit
};

struct BatchPolicy {
    WorkerCap cap = WorkerCap::bytes;
    CallerRole caller = CallerRole::works;
    CpuProbe probe = CpuProbe::cached;
    Claiming claiming = Claiming::single;
    WorkerThreads threads = WorkerThreads::spawned;
    std::size_t bytes_per_worker = std::size_t{64} << 10U;  ///< of cap bytes, ≥ 1
    CostModel cost;                                         ///< of cap cost
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

/// Workers for a batch, 1 … max(1, messages).
/// `limit`: threads, or the CPUs found; `messages`; `bytes` of them all; `largest` of one.
int worker_count(const BatchPolicy& policy, int limit, std::size_t messages, std::size_t bytes,
                 std::size_t largest);

}  // namespace stallscope
