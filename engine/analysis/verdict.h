// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "analysis/contrast.h"
#include "analysis/control.h"
#include "analysis/half_visit.h"
#include "analysis/looks.h"
#include "analysis/margin.h"
#include "analysis/outcome.h"
#include "analysis/resolvability.h"
#include "analysis/shares.h"

namespace stallscope {

// All criteria of a run to all words of a run: steps 3 to 9 and 11 of the algorithm on the numbers
// of step 1. A pure function: the same input gives the same words, and the first cycles of a run
// give what was said live after them.

/// One value per cycle, in the order of the cycles. Empty: the cycle has none (a half-visit is
/// missing); it is no look and enters no figure.
using CycleValues = std::vector<std::optional<double>>;

/// Cell b against cell a on the cost scale (VisitValue::y; for shares the share itself).
struct ContrastSeries {
    CycleValues b, a;
    /// y of the further cells of the same condition; used by the pooled interval only.
    std::vector<CycleValues> others;
    /// Cost totals of b and a per cycle, for the mean guard. Empty: no guard (every statistic but
    /// `typical`).
    std::vector<std::optional<CostTotal>> total_b, total_a;
    std::vector<int> build;  ///< build (salt) of each cycle; empty or all equal: one build
};

/// One cell on its own: raw visit values (VisitValue::raw), or `gap_closed` per cycle.
struct AbsoluteSeries {
    CycleValues z;
    double systematic = 0;  ///< u: the timer's systematic error, same unit, one side
};

/// A share that must stay below the margin.
struct ShareSeries {
    std::vector<std::optional<ShareCount>> cycles;
};

/// A count over all complete visits: no interval, no member of the family.
struct CensusCount {
    std::int64_t count = 0;  ///< what must not happen: mismatches, requests not served as declared
    std::int64_t of = 0;     ///< requests
    std::int64_t at_most = 0;
    bool complete = true;  ///< false: the run goes on, and a count that is still low says nothing
};

/// One sealed question with one interval: a criterion in one condition, one side of a "within".
struct Member {
    std::string id;  ///< criterion; several members may share it
    std::variant<ContrastSeries, AbsoluteSeries, ShareSeries, CensusCount> data;
    CostScale kind = CostScale::time;
    Margin margin;             ///< from margin(); for a share {limit, false}
    double resolution = 0;     ///< q: clock resolution / value, log scale; 0 for raw and rates
    std::optional<Bank> bank;  ///< noise floor for the contrast, if this machine has one
    std::string control;       ///< key of the control; empty: none
    /// What a control's difference is held against where the member's own margin is on another
    /// scale (`gap_closed`); log scale. Empty: the margin.
    std::optional<double> control_margin;
    std::string scope;         ///< stream, condition and metric: what a failed control invalidates
    std::string unresolvable;  ///< set: why no value can exist (VisitValue::too_few)
    std::string invalid;  ///< set: why the comparison means nothing (a cell causes blocks, …)
    bool exploratory = false;        ///< edited after the seal
    std::vector<std::string> notes;  ///< what step 1 has to say, handed on
};

/// A2 − A for one (stream, condition, metric, statistic).
struct ControlSeries {
    std::string key;    ///< as in Member::control
    std::string scope;  ///< as in Member::scope
    ContrastSeries data;
};

struct Family {
    LookRule rule;
    IntervalKind interval = IntervalKind::paired;  ///< pooled: where sealed, and behind its gate
    std::vector<Member> members;
    std::vector<ControlSeries> controls;
};

/// Which interval a verdict has in the end.
enum class IntervalUsed { none, paired, pooled, builds, absolute, share };
/// "none", "paired", …
std::string_view to_text(IntervalUsed interval);

/// Figures the way they are printed: a contrast in logs as the ratio b/a of the metric, everything
/// else in the metric's own unit and direction. A bound is empty where it does not exist yet.
struct Shown {
    std::optional<double> value, low, high, low95, high95, mean_estimate;
    double margin = 0;
    bool ratio = false;
};

/// Step 11, one per member. All figures on the judged scale, on which met is below the margin;
/// `shown` has them for people.
struct Verdict {
    std::string id;
    Word word = Word::undecided;
    std::string why;  ///< empty where the interval says it all
    std::vector<std::string> notes;
    std::optional<double> value, low, high;  ///< at the level of the current look
    std::optional<double> low95, high95;     ///< two-sided 95 %, plain Student
    std::optional<double> s_d, se, df;
    std::optional<double> level;  ///< a of the current look, one hypothesis
    std::optional<double> p_met, p_not, adjusted_p;
    IntervalUsed interval = IntervalUsed::none;
    std::optional<double> gate_f, gate_critical;  ///< of the pooled interval, also if it failed
    std::optional<double> mean_estimate;          ///< θ̂ of the pooled means, mean guard only
    double margin = 0;
    int n = 0;                         ///< cycles that count (builds, where they are the unit)
    int look = 0;                      ///< complete cycles at the current look; 0: there was none
    std::optional<int> locked_at;      ///< complete cycles when the word was locked
    std::optional<int> cycles_needed;  ///< undecided: for 80 % power in a new run
    bool more_than_200 = false;        ///< undecided: more than 200 cycles would be needed
    Resolution resolution;             ///< what the bank led to expect
    Shown shown;
};

struct ControlVerdict {
    std::string key;
    std::optional<Estimate> contrast;  ///< empty: fewer than three cycles
    Control control;
};

struct Judgement {
    std::vector<Verdict> verdicts;  ///< in the order of the members
    std::vector<ControlVerdict> controls;
    bool all_met = false;      ///< every word is met (exit 0); needs no correction
    bool any_not_met = false;  ///< family-wise (exit 4)
};

/// The verdicts after the cycles that are there. Everything is replayed from the first cycle, so
/// that the first crossing locks. `critical` keeps the levels between calls and must have the
/// family's rule; without it they are found anew.
Judgement judge(const Family& family, CriticalValues* critical = nullptr);

/// Absolute criteria and shares hold for this run only; their sentence ends like this.
inline constexpr std::string_view under_this_run = "under the conditions of this run";

}  // namespace stallscope
