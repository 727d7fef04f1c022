// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/resolvability.h"
#include "analysis/run_values.h"
#include "plan/result.h"

namespace stallscope {

/// What identical code differed by on this machine, for one figure.
struct BankEntry {
    std::string stream, condition, metric, statistic;
    double window_s = 0;  ///< whole window per cycle, both halves together
    Bank bank;
    std::string measured_at;  ///< ISO 8601, UTC, of the A/A run
};

/// The bank of one machine. The stream's name stands for its workload: a bank is looked up by the
/// experiment it was made with.
struct NoiseBank {
    std::string fingerprint;  ///< of the machine; empty: there is no bank
    std::vector<BankEntry> entries;

    std::optional<Bank> find(std::string_view stream, std::string_view condition,
                             const Figure& figure, double window_s) const;
};

/// The entries that a run with a duplicate gives: the standard deviation of y(duplicate) − y(cell)
/// over the complete cycles. Figures with fewer than ten such cycles are left out (df0 ≥ 9).
std::vector<BankEntry> bank_entries(const Experiment& experiment, const RunValues& values,
                                    std::string_view measured_at);

/// New entries replace old ones of the same key.
void merge(NoiseBank& bank, std::vector<BankEntry> entries);

/// JSON: {"schema": 1, "fingerprint", "entries": [...]}. "null" or an empty text is an empty bank.
/// Error: kind environment, what is wrong with the text.
Result<NoiseBank> parse_bank(std::string_view json);
std::string to_json(const NoiseBank& bank);

}  // namespace stallscope
