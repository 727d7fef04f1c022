// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/outcome.h"
#include "analysis/suite_rows.h"

namespace stallscope {

// The verdicts of a gate. A pure function of the values: words, intervals, Holm and the controls
// are those of every other verdict (analysis/outcome.h, contrast.h, family.h, control.h).

/// One claim, its rows found.
struct AskedClaim {
    std::string id, says;
    std::vector<std::size_t> rows;  ///< indices into `rows`, none twice
    Form form = Form::worse_by_less_than;
    double bound = 0;
    bool or_own_spread = false;
    bool skips_fast_rows = false;  ///< "no other row": rows that cannot be judged are left out
};

struct SuiteQuestion {
    std::vector<SuiteRow> rows;
    std::vector<AskedClaim> claims;
    double margin = 0.02;        ///< how far a row without a claim may move, a fraction
    bool or_own_spread = false;  ///< at least as far as its own builds differ
    double too_fast_ns = 1000;
    std::map<std::string, Bank> bank;  ///< SD of one build's mean, by row
    double alpha = 0.05;               ///< per side and look
    bool slower_fails = true;          ///< a row that got slower without a claim fails the gate
    bool faster_fails = false;
};

enum class RowState {
    claimed,       ///< the claims say it
    steady,        ///< within the margin
    moved_slower,  ///< moved without a claim
    moved_faster,
    undecided,
    too_fast,  ///< too fast to classify, on both sides
    control,
    ignored,
};
/// "claimed", "steady", "moved_slower", …
std::string_view to_text(RowState state);

struct RowResult {
    std::string name;
    RowRole role = RowRole::judged;
    bool twin = false;
    RowState state = RowState::undecided;
    bool fails = false;                      ///< it moved, and the suite forbids it
    std::string why;                         ///< of state undecided; may be empty
    std::optional<double> base_ns, head_ns;  ///< medians
    std::optional<double> ratio;             ///< head / base; above 1: head is slower
    std::optional<double> low95, high95;     ///< of the ratio, two-sided, Student
    std::optional<double> adjusted_p;        ///< moved without a claim: by Holm over these rows
    std::optional<double> own_spread;        ///< base side, a fraction
    std::optional<double> head_spread;       ///< the same of the head side
    double margin = 0;                       ///< of a row without a claim, a fraction
    NoiseLevels levels;
    PlacementSource placement = PlacementSource::unknown;
    std::optional<double> aa_ratio;  ///< base again / base
    std::string control;  ///< what control.h says of it: "passed", "widen", "invalid"; else empty
};

/// One row of a claim, one side of a "within". Figures on the judged scale: met is below `margin`.
struct ClaimPoint {
    std::size_t row = 0;
    Word word = Word::undecided;
    std::string why;
    double margin = 0;
    std::optional<double> value, high, low;  ///< at the level of the look
    std::optional<double> p_not, adjusted_p;
    std::optional<int> needed;  ///< undecided: builds (or rounds) for 80 % power in a new run
};

struct ClaimResult {
    std::string id, says;
    Form form = Form::worse_by_less_than;
    double bound = 0;
    Word word = Word::undecided;
    std::string why;
    std::vector<ClaimPoint> points;
    std::optional<std::size_t> worst;  ///< of `points`: nearest to or farthest beyond its margin
};

enum class SuiteOutcome {
    green,
    not_met,    ///< a claim is not met, or a row moved that must not                  (exit 4)
    invalid,    ///< a control moved: the machine, not the change, was measured        (exit 5)
    undecided,  ///<                                                                   (exit 6)
};
/// "green", "not met", "invalid", "undecided".
std::string_view to_text(SuiteOutcome outcome);

struct SuiteJudgement {
    std::vector<RowResult> rows;
    std::vector<ClaimResult> claims;
    std::optional<double> noise_floor;   ///< largest |change| among the controls, a fraction
    std::optional<double> spread_floor;  ///< largest spread of builds among the controls
    SuiteOutcome outcome = SuiteOutcome::undecided;
    std::vector<std::string> reasons;  ///< why it is not green, a sentence each
};

SuiteJudgement judge_suite(const SuiteQuestion& question);

}  // namespace stallscope
