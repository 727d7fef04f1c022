// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace stallscope {

// How many workers share a batch: the rule that parse_many follows and the analysis can ask.

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

/// What a batch costs on a machine. All times in ns, of one parser, mode and shape.
struct CostModel {
    double ns_per_message = 300;
    double ns_per_byte = 1.1;
    double ns_per_thread = 15'000;  ///< to start and join a worker (or to wake one of a pool)
    /// How many CPUs' work `cpus` threads do together, 1 … cpus: 1 where another thread is no help.
    double speedup = 0;  ///< 0: equal to `cpus`
    int cpus = 0;        ///< threads that run at the same time; 0: as many as the worker limit
    bool operator==(const CostModel&) const = default;
};

struct WorkerRule {
    WorkerCap cap = WorkerCap::bytes;
    CallerRole caller = CallerRole::works;
    std::size_t bytes_per_worker = std::size_t{64} << 10U;  ///< of cap bytes, ≥ 1
    CostModel cost;                                         ///< of cap cost
};

/// A batch as the rule sees it.
struct BatchSize {
    std::size_t messages = 0;
    std::size_t bytes = 0;    ///< of them all
    std::size_t largest = 0;  ///< of one
};

/// How many CPUs' work `workers` threads do together, by the model, on `cpus` CPUs: from 1 for one
/// worker in equal steps to the model's speedup for as many as there are CPUs, and no more.
double shared_work(const CostModel& cost, int workers, int cpus);

/// Threads that a call starts for this many workers: one less where the caller works, and none for
/// one worker, which is the caller.
int threads_started(CallerRole caller, int workers);

/// Workers for a batch, 1 … max(1, messages), never more than `limit` (threads, or CPUs found).
int worker_count(const WorkerRule& rule, int limit, const BatchSize& batch);

}  // namespace stallscope
