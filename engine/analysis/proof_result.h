// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/proof_replay.h"
#include "analysis/proof_rows.h"

namespace stallscope {

/// Trials of one of the program's detectors.
struct DetectorRow {
    std::string name;
    std::string planted;  ///< what was put in; empty: nothing, a clean run
    int runs = 0, fired = 0;
};

struct ProofOptions {
    ProofWork work;
    std::vector<std::filesystem::path> recordings;  ///< CSV files of proof_recording.h
    std::string machine;                            ///< where the proof is computed, in words
    std::string generated_by;                       ///< the command, for the page
};

/// What `stallscope calibrate --proof` shows.
struct ProofResult {
    std::int64_t runs = 0;
    std::uint64_t seed = 0;
    std::string machine, generated_by;
    std::vector<ProofRow> rows;
    std::vector<ReplayedRecording> recordings;
    std::vector<DetectorRow> detectors;  ///< filled by whoever has the trials

    /// Rows of one group, in their order.
    std::vector<const ProofRow*> of(ProofGroup group) const;
    /// Whether all figures with a limit keep it, the detectors' too.
    bool holds() const;
};

/// Detectors fire in at most 1 % of clean runs, and in at least 90 % of those with something
/// planted.
ProofLimit limit_of(const DetectorRow& row);
ProofFigure figure_of(const DetectorRow& row);

/// Everything but the detectors. With the default number of runs it takes minutes on two CPUs.
/// The figures depend on runs, seed and recordings only. Error: kind measurement, a recording that
/// cannot be read; kind cancelled.
Result<ProofResult> prove(const ProofOptions& options);

/// The recordings that are installed in a folder, by name; empty when there is none.
std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder);

}  // namespace stallscope
