// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/half_visit.h"
#include "plan/result.h"
#include "record/run_file.h"

namespace stallscope {

// A recording: what a run of two cells with identical code leaves of each half-visit, small enough
// to be kept beside the program.

/// One half-visit's values of one metric of one stream, on the cost scale of step 1.
struct RecordedHalf {
    int cycle = 0, half = 0, position = 0;  ///< position: order of real starts in the whole run
    std::string cell;                       ///< "A" or "A2"
    std::string stream, metric;             ///< metric: "e2e", "return", "service", "throughput"
    std::int64_t n = 0;                     ///< requests
    int parts = 1;                          ///< parts that `typical` is the median of
    std::optional<double> typical;          ///< ln(ms), of a rate −ln(req/s)
    std::optional<double> p95;              ///< ln(ms); taken over both halves where each is short
    double cost_ms = 0;  ///< CostTotal: sum of the times, of a rate the time between its ends

    /// y of the statistic `mean`; none without requests or cost.
    std::optional<double> mean() const;
};

struct Recording {
    std::string name;        ///< of the experiment
    std::string workload;    ///< what the streams do, in words
    std::string machine;     ///< in words
    std::string order;       ///< as in the experiment: "mirrored"
    std::string load;        ///< "quiet" or "stressed": what else ran
    double foreign_cpu = 0;  ///< CPU of everything else in the windows, in cores (median)
    double window_ms = 0;    ///< of a half-visit
    int parts = 0;           ///< asked for
    int cycles = 0;          ///< complete ones, in which both cells have all half-visits
    std::vector<RecordedHalf> halves;
};

/// More CPU by others than this share of a core makes a recording a stressed one.
inline constexpr double quiet_foreign_cpu = 0.05;

/// What to keep of a run in which one cell duplicates another, all conditions in which both are
/// measured. Also of a run that is still being written: what is complete. Error: kind measurement,
/// no such cells or no complete visit of theirs.
Result<Recording> record_of(const RunReader& run);

/// The machine of a run in a line, from its environment (probe/environment.h).
std::string machine_words(std::string_view environment_json);

/// Facts as lines "# key: value", then a table with a header (RFC 4180 without quotes). Logs to
/// seven digits, costs to a microsecond.
std::string recording_csv(const Recording& recording);

/// Error: kind measurement; says the line and what is wrong with it. `where`: the file's name.
Result<Recording> parse_recording(std::string_view csv, const std::string& where = {});
Result<Recording> read_recording(const std::filesystem::path& file);

}  // namespace stallscope
