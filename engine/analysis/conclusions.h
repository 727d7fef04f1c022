// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/outcome.h"
#include "plan/experiment.h"

namespace stallscope {

/// What kind of sentence a criterion may end in (table 11).
enum class ConclusionLabel {
    observation,              ///< seen in this run; nothing was changed on purpose to cause it
    one_factor_intervention,  ///< the two cells differ in exactly one declared factor
    confounded,               ///< they differ in more, or are measured under unequal load
    hypothesis,               ///< the device is emulated: it speaks of the mechanism only
};
/// "observation", "one-factor intervention", "confounded", "hypothesis".
std::string_view to_text(ConclusionLabel label);

/// One declared difference between two cells.
struct Factor {
    std::string what;           ///< "binding of ane", "host: nice"
    std::string before, after;  ///< in the cell compared against, and in the compared cell
    bool operator==(const Factor&) const = default;
};

/// Everything that is declared different, for the streams that run in `condition` and for the host.
/// A stream that does not run there makes no difference there.
std::vector<Factor> factors_between(const Cell& against, const Cell& cell,
                                    const Condition& condition);

/// Another stream whose request rate differs between the two cells.
struct UnequalRate {
    std::string stream;
    double log_ratio = 0;  ///< ln(rate in the cell / rate in `against`)
};

/// A criterion in one condition with its word.
struct JudgedPair {
    std::string criterion, cell, condition, stream, metric;
    std::string against;  ///< empty: absolute
    Word word = Word::undecided;
    /// The metric's own direction: cell / against of a comparison.
    std::optional<double> ratio;
    bool mechanism_only = false;  ///< the figure is made by an emulated device
    std::vector<UnequalRate> unequal_rates;
};

struct Conclusion {
    std::string criterion, condition;
    ConclusionLabel label = ConclusionLabel::observation;
    std::string says;  ///< one sentence
};

/// A rate that differs by more than this makes a comparison confounded.
inline constexpr double confounding_rate = 0.03;

/// One conclusion for each pair, in their order.
std::vector<Conclusion> conclusions_of(const Experiment& experiment,
                                       std::span<const JudgedPair> pairs);

}  // namespace stallscope
