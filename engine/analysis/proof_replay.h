// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/proof_recording.h"
#include "analysis/proof_rows.h"

namespace stallscope {

// Verdicts on real noise: windows of consecutive cycles of a recording of identical code, at every
// offset. Which of the two is called b is drawn anew for every cycle, so that no difference is left
// but the one that is added: it puts the truth exactly at the margin.

/// A recording must be this long to be replayed with K = 3, 5, 10 cycles.
struct ReplayLength {
    int cycles = 0;    ///< K
    int at_least = 0;  ///< complete cycles of the recording
    int drawings = 0;  ///< of the labels, per offset; 2^K: each possible one once
};
inline constexpr ReplayLength replay_lengths[] = {{3, 60, 8}, {5, 100, 32}, {10, 200, 64}};

/// Blocks of the jackknife that gives a replayed figure its bound.
inline constexpr int jackknife_blocks = 10;

/// Hits and trials of the windows that begin in one block of cycles.
struct BlockCount {
    std::int64_t hits = 0, trials = 0;
};

/// Share of hits and its one-sided 95 % bound: share ± t(0.95, B − 1)·SE, SE by leaving each block
/// out once (Quenouille 1949, Tukey 1958), within 0 … 1.
ProofFigure jackknife(std::span<const BlockCount> blocks, bool at_least);

/// One recording as the proof names it, and what it could not be asked.
struct ReplayedRecording {
    std::string name, workload, machine, load, order;
    double foreign_cpu = 0, window_ms = 0;
    int cycles = 0;
    std::vector<int> lengths;  ///< K that it was long enough for
};

/// Rows of the group `recordings`: false words (bound at most 7 %) for every stream, metric,
/// statistic and look, and how often +1 % is called not met against a margin of nothing. The same
/// for any number of threads. Error: kind cancelled.
Result<std::vector<ProofRow>> replay(std::span<const Recording> recordings, const ProofWork& work,
                                     std::vector<ReplayedRecording>* replayed = nullptr);

}  // namespace stallscope
