// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/batch_rows.h"
#include "analysis/cost_fit.h"

namespace stallscope {

/// What one batch size takes with one number of workers: the P50 of its quietest visit.
struct WorkersTime {
    int workers = 1;
    double ms = 0;
};

/// One batch size of a sweep.
struct CrossoverPoint {
    int messages = 0, bytes_each = 0;
    std::vector<WorkersTime> times;  ///< by workers, ascending; the first is one worker
    int best_workers = 1;
    double best_ms = 0;
    double speedup = 1;  ///< one worker's time / the best

    BatchSize size() const;
    /// Linear between the measured numbers of workers; beyond the last one its time.
    double ms_of(int workers) const;
};

/// A policy at one point, by the number of workers it takes there.
struct PolicyChoice {
    int workers = 1;
    double regret = 0;  ///< time with these / best time − 1, ≥ 0
};

struct PolicyRegret {
    std::string policy;  ///< for people: "bytes, 65,536 a worker"
    WorkerRule rule;
    std::vector<PolicyChoice> choices;  ///< by point
    double median = 0, worst = 0;       ///< regret
    int worst_point = 0;
};

/// Where another worker starts to pay: a sweep of message sizes × messages × threads, and what each
/// policy loses at its points by taking another number of workers than the best one.
struct Crossover {
    MailWorkload subject;  ///< what all cells of the sweep have in common
    std::vector<std::string> cells;
    int cpus = 1;                        ///< of the host: the workers' limit of every policy
    std::vector<CrossoverPoint> points;  ///< by bytes_each, then messages
    std::optional<CostFit> fit;          ///< of this sweep
    std::optional<CostModel> stored;     ///< what cap "cost" went by in this run
    std::vector<PolicyRegret> policies;
    int proposed_bytes = 0;  ///< per worker: of cap "bytes" the one with the least mean regret
};

/// The sweeps of a run: cells with cap "count" and a number of threads, on made mails of one size,
/// which differ in nothing but these. A sweep has at least four points with one worker and several.
std::vector<Crossover> crossovers_of(const std::vector<BatchRow>& rows);

}  // namespace stallscope
