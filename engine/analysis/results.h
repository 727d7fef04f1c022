// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/batch_rows.h"
#include "analysis/crossover.h"
#include "analysis/run_values.h"
#include "plan/result.h"
#include "record/run_file.h"

namespace stallscope {

/// Figures of one set of durations in milliseconds. A figure that cannot be given is empty and has
/// a reason in why_null of its row.
struct Summary {
    std::int64_t n = 0;
    std::optional<double> mean, p5, p50, p95, p99;  ///< quantiles: type 7
};

/// Whether the victim's replies come when the suspect's calls end. See design 3, "Alignment rule".
struct Alignment {
    std::string suspect;
    std::int64_t ended_inside = 0;  ///< forwards that ended while a call of the suspect was running
    std::int64_t of = 0;            ///< stamped requests in the window
    std::optional<double> header_share;   ///< of headers within 0.5 ms after/around a native exit
    std::optional<double> header_chance;  ///< 1 ms / call period
    Summary header_minus_native_exit_ms;  ///< p5, p50, p95
    Summary header_minus_span_end_ms;
    std::optional<double> wait_vs_time_left_r;  ///< Pearson; none for n ≤ 2 or no variance
    std::string call_source;  ///< "native spans", "service spans", both, or "no calls"
    std::string reply_stamp;  ///< "header"; "received" for a victim on a thread, which reads none
};

/// The figures of one stream in one visit or over all complete visits of a (cell, condition).
struct Figures {
    std::int64_t n = 0;  ///< counted requests (or calls, for a loop)
    std::optional<double> throughput_rps;
    std::int64_t mismatches = 0;
    std::int64_t answers_checked = 0;  ///< answers that were compared with a reference
    std::int64_t errors = 0;
    std::map<std::string, Summary> legs_ms;  ///< "return", "occupancy", "service", "dispatch",
                                             ///< "send", "queue", "not_reading", "transit",
                                             ///< "lock_wait", "device", "off_device", "relock",
                                             ///< "host", "e2e", "response_time"
    std::map<std::string, Summary> path_ms;  ///< "service_end_to_header", "header_to_body",
                                             ///< "body_to_decoded", "decoded_to_received"
    Summary calls_ms;   ///< realised length of the calls: native spans, a loop's else its spans
    Summary relock_ms;  ///< a loop's native_exit → call returned (a closed stream: legs_ms)
    std::vector<Alignment> alignments;
    std::optional<double> cpu_ms_per_request;       ///< of the serving thread
    std::optional<double> tree_cpu_ms_per_request;  ///< host and workers in the window / requests
    std::optional<double> overlap;  ///< share of occupancy in which a suspect was in its call
    std::map<std::string, std::int64_t> unmatched;  ///< joins that are not 1:1, by kind
    std::int64_t unfinished = 0;
    std::int64_t out_of_order = 0;    ///< requests with stamps in an order that cannot be
    double identity_residual_ms = 0;  ///< largest |occupancy − (dispatch + service + return)|
};

struct Repeat {
    int cycle = 0, half = 0;
    std::int64_t visit = 0;
    Figures figures;
    std::vector<std::string> thin;                ///< as in Row
    std::map<std::string, std::string> why_null;  ///< as in Row
};

/// Another stream that ran in the same visits, measured or not.
struct Neighbour {
    std::string stream, device;  ///< display name
    std::string placement, binding, workload, load;
    bool emulated = false;
    bool loop = false;
    bool device_call = false;  ///< calls a device or a callable, neither waits nor spins
    Summary calls_ms;          ///< realised length of its calls
};

struct Row {
    std::string cell, condition, stream;
    std::string device;  ///< display name
    std::string device_timer;
    bool emulated = false;
    bool loop = false;                               ///< has only `calls` figures
    std::string placement, binding, workload, load;  ///< as declared, in words
    std::vector<Neighbour> neighbours;               ///< in the order of the alignments
    Figures figures;                                 ///< pooled over complete visits
    std::vector<std::string> thin;                   ///< paths of figures from too few requests
    std::map<std::string, std::string> why_null;     ///< path → reason
    std::vector<Repeat> repeats;
};

/// A criterion in one condition, or one side of a "within": the figures of step 11, printable. A
/// comparison is the ratio cell / against of the metric ("at least times": how many times better);
/// everything else is in the metric's own unit.
struct CriterionFigures {
    std::string condition;  ///< empty: a count over several
    std::string side;       ///< "upper" or "lower" side of a "within"; else empty
    std::string status;     ///< "met", "not_met", "undecided", "unresolvable", "exploratory",
                            ///< "invalid"
    std::string why;
    std::optional<double> value, margin;
    std::optional<double> low, high;      ///< at the level of the current look
    std::optional<double> low95, high95;  ///< two-sided 95 %
    std::optional<double> mean_estimate;  ///< of the pooled means, where the mean guard looks
    std::optional<double> s_d, se, df;    ///< on the judged scale: logs for ratios
    std::optional<double> level;          ///< one-sided, of the current look
    std::optional<double> p_met, p_not, adjusted_p;
    std::optional<double> gate_f, gate_critical;
    std::string interval;            ///< "paired", "pooled", "builds", "absolute", "share", "none"
    int n = 0;                       ///< cycles that count
    std::optional<std::int64_t> of;  ///< of a count: how many requests or answers were looked at
    int look = 0;                    ///< complete cycles at the current look; 0: there was none
    std::optional<int> locked_at, cycles_needed;
    bool more_than_200 = false;  ///< more cycles than that would be needed
    std::string resolution;      ///< what the noise bank led to expect: "ok", "no bank", …
    std::optional<double> half_width, d80;  ///< expected from the bank, judged scale
    std::vector<std::string> notes;
};

/// One criterion as sealed. Its own figures are those of the part that decides its word.
struct CriterionResult : CriterionFigures {
    std::string id, says;
    std::string unit;  ///< "ms", "ratio", "times", "count", "req/s", "share", "points"
    std::string margin_from;
    bool mechanism_only = false;          ///< the figure is one of an emulated device
    bool after_seal = false;              ///< added or changed by an addendum
    std::vector<CriterionFigures> parts;  ///< one per condition and side; empty when there is one
};

/// A duplicate against its original: whoever finds a difference there finds it in identical code.
struct ControlResult {
    std::string stream, condition, metric, statistic, cell, duplicate;
    std::optional<double> value, low95, high95;  ///< ratio duplicate / cell
    std::optional<double> p, adjusted_p;         ///< two-sided; Holm over the controls
    std::string state;                           ///< "passed", "widen", "invalid", "no figure"
    bool informative = false;
};

struct Finding {
    std::string id, severity, where, says, advice;  ///< severity: "blocks", "warns", "note"
    /// Which comparisons a blocking one makes invalid: those of these cells (both of them where two
    /// are named) in this condition. Both empty: all of the run.
    std::vector<std::string> cells = {};
    std::string condition = {};
};

/// What a criterion's word amounts to (table 11), as the program labels it.
struct LabelledConclusion {
    std::string criterion, condition;
    std::string label;  ///< "observation", "one-factor intervention", "confounded", "hypothesis"
    std::string says;
};

/// What differs between two cells: declared against measured facts (table 9).
struct Difference {
    std::string cell, against, what, declared, measured;
};

struct RunResults {
    std::string experiment_json;  ///< canonical, as sealed
    std::string name, question, sealed_sha256, sealed_at;
    std::string file, engine, started, status, status_reason;
    double seconds = 0;
    std::string environment_json;
    std::string facts_json;  ///< run facts beside the seal
    int visits_complete = 0, visits_partial = 0, visits_failed = 0, visits_planned = 0;
    std::vector<Row> rows;
    std::vector<BatchRow> batch_rows;   ///< of a batch experiment, whose cells have a row as well
    std::vector<Crossover> crossovers;  ///< the sweeps among these cells
    std::vector<CriterionResult> criteria;
    std::vector<ControlResult> controls;
    /// The criteria if no visit had been excluded; empty when none was.
    std::vector<CriterionResult> without_exclusion;
    std::string looks, interval;  ///< rules as sealed: "obf", "paired"
    int cycles_planned = 0;
    std::vector<LabelledConclusion> conclusions;
    std::vector<Finding> findings;  ///< by severity
    std::vector<Difference> differences;
    std::vector<StoredCheck> checks;
    std::vector<std::string> emulated_streams;
    RunValues values;  ///< what the words rest on: one number per cycle
};

/// Computes everything from the raw rows of the complete visits. Same file, same result.
/// Error: kind stale when the seal does not fit its text.
Result<RunResults> analyse(const RunReader& run);

}  // namespace stallscope
