// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "plan/worker_count.h"

namespace stallscope {

/// How long a batch of equally long messages took with some number of workers.
struct CostSample {
    BatchSize batch;
    int workers = 1;
    int started = 0;  ///< threads, by the call
    double ns = 0;    ///< > 0
};

/// The cost model that explains samples best, with the standard error of each of its numbers
/// (jackknife over the batch sizes; none with fewer than three of them).
struct CostFit {
    CostModel model;
    std::optional<double> se_message, se_byte, se_thread, se_speedup;
    int sizes = 0;        ///< batch sizes that were sampled
    double residual = 0;  ///< root mean square of (model − sample) / sample
};

/// The work of a batch, in ns on one worker, from which on a second one that the caller starts ends
/// it sooner; none: never.
std::optional<double> pays_from_ns(const CostModel& model);

/// Least squares of relative deviations: ns_per_message and ns_per_byte from the samples of one
/// worker, then ns_per_thread and speedup from the others, each against its batch's time on one
/// worker: t = started · ns_per_thread + t₁ / shared_work(workers). `cpus`: threads that run at the
/// same time, ≥ 1. Numbers are never negative; speedup lies within 1 … cpus. None: no batch was
/// sampled with one worker, or (where there are two CPUs or more) none with several.
std::optional<CostFit> fit_cost(const std::vector<CostSample>& samples, int cpus);

}  // namespace stallscope
