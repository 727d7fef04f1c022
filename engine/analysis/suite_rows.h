// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/contrast.h"
#include "analysis/resolvability.h"
#include "plan/experiment.h"

namespace stallscope {

// What a gate measured, as plain values: other people's benchmarks in fresh processes, on both
// sides, in several builds (salts) and rounds.

/// One value per build, round and half: ln(ns). Empty where there is none.
class SuiteValues {
public:
    SuiteValues() = default;
    SuiteValues(int builds, int rounds, int halves);

    std::optional<double>& at(int build, int round, int half);
    const std::optional<double>& at(int build, int round, int half) const;
    /// Mean over the halves; empty when one of them is missing.
    std::optional<double> mean(int build, int round) const;

    int builds() const { return m_builds; }
    int rounds() const { return m_rounds; }
    int halves() const { return m_halves; }
    bool empty() const { return m_values.empty(); }

private:
    std::size_t index(int build, int round, int half) const;

    int m_builds = 0, m_rounds = 0, m_halves = 0;
    std::vector<std::optional<double>> m_values;
};

enum class RowRole {
    judged,
    control,  ///< cannot be affected by the change
    ignored,  ///< shown, no more
};

/// "judged", "control", "ignored".
std::string_view to_text(RowRole role);

struct SuiteRow {
    std::string name;
    RowRole role = RowRole::judged;
    bool twin = false;                   ///< a difference of two rows
    SuiteValues base, head, base_again;  ///< the last may be empty: no A/A arm
};

/// A row that costs what `full` costs beyond `without`: ln of the difference where it is positive.
SuiteRow twin_row(std::string name, const SuiteRow& full, const SuiteRow& without);

/// How noise is spread over the levels: standard deviations in logs, of one process, of the rounds,
/// of the builds. A level that was not varied is empty; one that shows less than the level below
/// explains is 0.
struct NoiseLevels {
    std::optional<double> process, round, build;
    /// Standard deviation of the builds' means with what the levels below add to it: what is
    /// banked.
    std::optional<double> build_means;
    int build_df = 0;
};

/// Both sides pooled, each around its own mean.
NoiseLevels noise_levels(const SuiteRow& row);

/// Slowest build / fastest build − 1 over the builds of one side, each the median of its processes.
/// Empty for one build, and where a value is missing.
std::optional<double> own_spread(const SuiteValues& values);

/// Median over all processes, back in nanoseconds. Empty for no values.
std::optional<double> typical_ns(const SuiteValues& values);

/// Where the variance of builds comes from.
enum class PlacementSource {
    builds,   ///< three or more builds: they are the unit of evidence
    bank,     ///< one build, and earlier salted runs on this machine
    unknown,  ///< nothing is known: no word is possible
};

/// ln(head / base) of a row with its standard error. Builds are the unit where there are several:
/// on each side the median over a build's processes, of which a busy moment of the machine hits a
/// few; then the builds' paired differences. With one build the rounds are the unit, and SE² gets
/// the banked variance of two builds, with the degrees of freedom of Satterthwaite (1946). Empty
/// where there are fewer than two values.
struct RowContrast {
    Estimate estimate;  ///< n = 0: a value is missing
    PlacementSource placement = PlacementSource::unknown;
    std::string why_no_word;  ///< "undecided (placement): …"; empty: a word may come out
};
std::optional<RowContrast> row_contrast(const SuiteRow& row, const std::optional<Bank>& bank);

/// ln(base again / base) over all rounds of all builds: the same binaries, so placement cancels.
std::optional<Estimate> aa_contrast(const SuiteRow& row);

}  // namespace stallscope
