// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stallscope {

// Every gate that was run on this machine, by what was compared: binaries, not branches. One JSON
// object a line, only ever appended.

struct LedgerRow {
    double ratio = 1;  ///< head / base
    std::string state;
    std::optional<double> build_sd;  ///< of the builds' means, in logs; none: one build
    int build_df = 0;
};

struct LedgerEntry {
    std::string time;  ///< UTC, "2026-01-31T12:00:00Z"
    std::string suite;
    std::string base_hash, head_hash;  ///< of the files of salt 0
    std::string cpu;
    std::string outcome;                        ///< "green", "not met", …
    std::map<std::string, std::string> claims;  ///< id → word
    std::map<std::string, LedgerRow> rows;
};

/// One line with its new line.
std::string ledger_line(const LedgerEntry& entry);

struct Ledger {
    std::vector<LedgerEntry> entries;  ///< in the order of the file
    int damaged = 0;                   ///< lines that could not be read; they are left alone
};
Ledger parse_ledger(std::string_view text);

/// The same builds on the same CPU were given the other word before: met against not met.
struct VerdictFlip {
    std::string claim, before, now, when;
};
std::vector<VerdictFlip> flips_of(const Ledger& ledger, const LedgerEntry& now);

/// Earlier runs of the same suite, builds and CPU.
int earlier_runs(const Ledger& ledger, const LedgerEntry& now);

/// Rows of the suite's last run, on whatever machine, that `now` has not.
std::vector<std::string> rows_since_lost(const Ledger& ledger, const LedgerEntry& now);

/// What the builds of a row differed by in earlier salted runs of this suite on this CPU: the
/// variances pooled by their degrees of freedom.
struct PlacementFigure {
    double sd = 0;
    int df = 0;
};
std::map<std::string, PlacementFigure> placement_bank(const Ledger& ledger, std::string_view suite,
                                                      std::string_view cpu);

/// Standard deviation of ln(head / base) of a row over machines, of which each counts once (its
/// mean), for these builds; `now` included. Empty: one machine.
std::map<std::string, double> machine_sd(const Ledger& ledger, const LedgerEntry& now);

}  // namespace stallscope
