// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/proof_random.h"
#include "plan/result.h"

namespace stallscope {

// The proof's figures: each is a count out of many simulated runs, with a bound and a limit.

/// Where a figure belongs; the page has a section for each.
enum class ProofGroup {
    grid,        ///< false words at the margin, paired intervals
    pooled,      ///< the same for pooled intervals
    coverage,    ///< of low95 … high95
    family,      ///< six criteria at their margins
    power,       ///< at the planner's d80
    control,     ///< good runs that A2 makes invalid
    shares,      ///< false words of a share
    orders,      ///< false words of other orders under a drift
    screen,      ///< words that are lost because not every run is judged
    recordings,  ///< false words on recordings of identical code
};

/// What a figure must keep. Nothing set: it is printed as it is.
struct ProofLimit {
    std::optional<double> figure, bound;
    bool at_least =
        false;  ///< the figure must be large (power, coverage); its bound is a lower one
};

/// A count with its one-sided 95 % bound.
struct ProofFigure {
    std::int64_t hits = 0, trials = 0;
    double share = 0;  ///< hits / trials
    double bound = 0;  ///< upper, or lower where the limit is `at_least`
};

/// Clopper–Pearson.
ProofFigure proof_figure(std::int64_t hits, std::int64_t trials, bool at_least);
bool keeps(const ProofFigure& figure, const ProofLimit& limit);

struct ProofRow {
    ProofGroup group = ProofGroup::grid;
    std::string name;          ///< in words, unique in its group
    std::string down, across;  ///< its place in the group's table of worst figures
    ProofLimit limit;
    ProofFigure figure;
    /// The same question asked again with more runs and other seeds, where the first figure was
    /// beyond its limit and may be so by chance, as some of a thousand are. This one counts then.
    std::optional<ProofFigure> again;

    const ProofFigure& counts() const { return again ? *again : figure; }
    bool has_limit() const { return limit.figure || limit.bound; }
    bool holds() const { return keeps(counts(), limit); }
};

/// One thing that a task counts.
struct ProofCounter {
    std::string name;
    ProofLimit limit;
    int per_run = 1;                       ///< trials in every run
    std::optional<ProofGroup> group = {};  ///< another one than the task's
};

/// Runs of one kind. Its figures depend on its name, the seed and the number of runs only.
struct ProofTask {
    ProofGroup group = ProofGroup::grid;
    std::string name, down, across;
    std::vector<ProofCounter> counters;
    /// Makes `runs` runs and adds what it counted; called from several threads at once.
    std::function<void(ProofRandom& random, std::int64_t runs, std::span<std::int64_t> hits)> block;
    double runs_share = 1;  ///< of the runs asked for, for what is slow
};

/// How the tasks are run.
struct ProofWork {
    std::int64_t runs = 20000;
    std::uint64_t seed = 1;
    int threads = 0;  ///< 0: one per CPU
    int again = 5;    ///< times as many runs where a figure is beyond its limit; 0: never
    std::function<bool(double share)> progress;  ///< 0 … 1; false: stop. From one thread at a time
};

/// All figures of all tasks, in their order. Error: kind cancelled.
Result<std::vector<ProofRow>> run_tasks(std::span<const ProofTask> tasks, const ProofWork& work);

}  // namespace stallscope
