// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_result.h"

#include <algorithm>
#include <iterator>

#include "analysis/proof_families.h"
#include "analysis/proof_grid.h"

namespace stallscope {
namespace {

/// Of the time that all takes; the rest is the replay.
constexpr double simulated_share = 0.9;

std::vector<ProofTask> all_tasks() {
    std::vector<ProofTask> all;
    for (auto* make : {grid_tasks, pooled_tasks, family_tasks, power_tasks, control_tasks,
                       share_tasks, order_tasks, screen_tasks}) {
        auto tasks = make();
        std::move(tasks.begin(), tasks.end(), std::back_inserter(all));
    }
    return all;
}

}  // namespace

std::vector<const ProofRow*> ProofResult::of(ProofGroup group) const {
    std::vector<const ProofRow*> found;
    for (const ProofRow& row : rows) {
        if (row.group == group) {
            found.push_back(&row);
        }
    }
    return found;
}

bool ProofResult::holds() const {
    return std::all_of(rows.begin(), rows.end(), [](const ProofRow& row) { return row.holds(); }) &&
           std::all_of(detectors.begin(), detectors.end(),
                       [](const DetectorRow& row) { return keeps(figure_of(row), limit_of(row)); });
}

ProofLimit limit_of(const DetectorRow& row) {
    return row.planted.empty() ? ProofLimit{0.01, std::nullopt, false}
                               : ProofLimit{0.90, std::nullopt, true};
}

ProofFigure figure_of(const DetectorRow& row) {
    return proof_figure(row.fired, row.runs, limit_of(row).at_least);
}

Result<ProofResult> prove(const ProofOptions& options) {
    std::vector<Recording> recordings;
    for (const auto& file : options.recordings) {
        auto recording = read_recording(file);
        if (!recording) {
            return tl::unexpected(recording.error());
        }
        recordings.push_back(std::move(*recording));
    }
    ProofResult result;
    result.runs = options.work.runs;
    result.seed = options.work.seed;
    result.machine = options.machine;
    result.generated_by = options.generated_by;

    ProofWork part = options.work;
    const auto& progress = options.work.progress;
    if (progress) {
        part.progress = [&](double share) { return progress(share * simulated_share); };
    }
    auto rows = run_tasks(all_tasks(), part);
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    result.rows = std::move(*rows);
    if (progress) {
        part.progress = [&](double share) {
            return progress(simulated_share + share * (1 - simulated_share));
        };
    }
    auto replayed = replay(recordings, part, &result.recordings);
    if (!replayed) {
        return tl::unexpected(replayed.error());
    }
    std::move(replayed->begin(), replayed->end(), std::back_inserter(result.rows));
    return result;
}

std::vector<std::filesystem::path> recordings_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".csv") {
            found.push_back(entry.path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace stallscope
