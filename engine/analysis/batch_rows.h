// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/chosen_visits.h"
#include "plan/experiment.h"
#include "plan/result.h"
#include "record/run_file.h"

namespace stallscope {

/// The figures of one cell of a batch experiment, over its complete visits. A call is one batch.
struct BatchRow {
    std::string cell;
    MailWorkload settings;                 ///< as declared
    std::string parser_version, sha256;    ///< of the library; of the batches' messages
    std::int64_t messages = 0, bytes = 0;  ///< in a batch (mean, where batches differ)
    int cpus = 0;                          ///< the host may use; 0: unknown
    std::optional<CostModel> cost;         ///< that cap "cost" went by
    std::int64_t calls = 0;                ///< counted: in the windows
    int visits = 0;                        ///< each a fresh process
    std::optional<double> least_ms;        ///< of a visit its least call; the visits' median
    std::optional<double> p50_ms, p99_ms;  ///< of all calls; type 7
    /// P50 of the visit in which it is least: what else runs on the machine only adds.
    std::optional<double> quiet_p50_ms;
    std::int64_t most_workers = 0;            ///< that shared a batch
    std::optional<double> threads_per_call;   ///< started
    std::optional<double> switches_per_call;  ///< context switches of the process, both kinds
    std::optional<double> bytes_per_s;        ///< bytes / p50
    /// least_ms over that of the cell `one_thread`, which does the same with one thread. None:
    /// there is no such cell, or it is this one.
    std::optional<double> to_one_thread;
    std::string one_thread;
};

/// One row per cell, in the experiment's order; none for another kind of experiment. Error: of the
/// run file.
Result<std::vector<BatchRow>> batch_rows_of(const RunReader& run, const Experiment& experiment,
                                            const ChosenVisits& visits);

}  // namespace stallscope
