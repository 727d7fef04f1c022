// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "plan/result.h"
#include "plan/workload_spec.h"

namespace stallscope {

enum class Placement {
    thread,   ///< on the stream's dispatcher thread, in the host
    process,  ///< in a worker process of its own
};

enum class Binding {
    pydll,     ///< ctypes.PyDLL: the interpreter lock is held during the call
    cdll,      ///< ctypes.CDLL: the lock is released during the call
    callable,  ///< a Python callable, which does whatever it does
};

/// `clients` client threads, each asks again `think_ms` after it got its answer.
struct ClosedLoad {
    int clients = 1;      ///< 1 … 64
    double think_ms = 0;  ///< 0 … 60,000
    bool operator==(const ClosedLoad&) const = default;
};

/// `threads` threads that call back to back: no queue, no dispatcher, no future.
struct LoopLoad {
    int threads = 1;  ///< 1 … 64
    bool operator==(const LoopLoad&) const = default;
};

using Load = std::variant<ClosedLoad, LoopLoad>;

struct Inputs {
    int seeds = 8;  ///< number of distinct inputs, 1 … 1024; request i uses i mod seeds
    bool answers_bits = true;  ///< "answers": "bits" compares every answer, "none" compares none
    bool operator==(const Inputs&) const = default;
};

/// A source of requests for one device or callable.
struct Stream {
    Workload workload;
    Placement placement = Placement::thread;
    Binding binding = Binding::pydll;
    Load load = ClosedLoad{};
    Inputs inputs;
    bool measured = true;  ///< false: a mere neighbour, it gets no row and no criterion
    bool operator==(const Stream&) const = default;
};

enum class Lifetime {
    visit,  ///< a fresh host for every visit
    cell,   ///< one host per cell for the whole run
};

enum class Instrumentation {
    off,     ///< only what the client sees: arrival, submit, response
    stamps,  ///< and the stamps along the reply
    native,  ///< and native_enter, native_exit and the device's timer (default)
};

enum class HostKind {
    python,  ///< an interpreter of the user's
    native,  ///< a process of Stallscope's own, without an interpreter: for mail workloads
};

/// The process under test.
struct Host {
    HostKind kind = HostKind::python;
    std::string python = "python3";  ///< name of the interpreter, or its path: from the folder of
                                     ///< the experiment file, where it is relative; native: empty
    Lifetime lifetime = Lifetime::visit;
    Instrumentation stamps = Instrumentation::native;
    double switch_interval_ms = 5;  ///< sys.setswitchinterval, 0.001 … 10,000
    std::map<std::string, std::string> env;
    std::string cwd;        ///< empty: the engine's
    std::vector<int> cpus;  ///< affinity of host and workers; empty: unchanged
    int nice = 0;           ///< −20 … 19, added
    bool operator==(const Host&) const = default;
};

/// One configuration under test, with the host and the streams as they are after merging.
struct Cell {
    std::string id;
    std::string says;
    std::string duplicate_of;             ///< empty: none
    std::vector<std::string> conditions;  ///< those it is measured in, in the experiment's order
    Host host;
    std::map<std::string, Stream> streams;  ///< a stream the cell switches off is not in here
};

struct Condition {
    std::string id;
    std::vector<std::string> streams;
};

/// Seconds. A mirrored cycle gives each of its two passes half of `seconds`.
struct Windows {
    double seconds = 20;
    double settle = 2;
    double lead = 0.3;
    double warm_up = 2;
    double guard = 0.4;
    int parts = 10;  ///< per half-visit, 1 … 1000
};

enum class ExperimentKind {
    requests,  ///< streams of requests
    batch,     ///< one stream, "batch", whose requests are calls that parse a batch of mails
};

enum class Order { mirrored, interleaved, reversed_odd, blocked, random };

enum class Form {
    at_most_ms,  ///< bound in milliseconds
    at_least_ms,
    at_most,  ///< bound in the metric's own unit
    at_least,
    worse_by_less_than,  ///< bound as a fraction: 0.05 for "5%"
    better_by_at_least,
    at_least_times,  ///< better by a factor
    within,          ///< neither better nor worse than the other cell by this fraction
    gap_closed,      ///< at least this fraction of the way from one cell to another is gone
};

/// How the interval of a comparison is made (4-algorithm, step 3).
enum class IntervalKind {
    paired,  ///< from the cycles' own differences (default)
    pooled,  ///< the noise of all cells of the condition together, behind its gate
};

/// When words may come out, and at which level (4-algorithm, step 5).
enum class Looks {
    obf,      ///< after every complete cycle from the third on, spending the error by a table
    final,    ///< only after the last cycle
    anytime,  ///< after every complete cycle, without an end: valid whenever one stops
};

/// One success criterion, as sealed.
struct Criterion {
    std::string id;
    std::string says;
    std::string metric;     ///< a leg of design 3, "throughput", "cpu", "mismatches", "errors",
                            ///< "served_as_declared"
    std::string statistic;  ///< of a time "typical" (default), "mean", "p50", "p95", "p99"; of a
                            ///< rate "typical" (default), "mean", "total", which are the same; of
                            ///< cpu "mean"; empty for counts, censuses and shares
    std::string stream;     ///< empty: all (counts only)
    std::string cell;       ///< empty: all (counts only)
    std::string against;    ///< the cell it is compared with; empty for absolute criteria
    std::vector<std::string> conditions;  ///< at least one; empty: all (counts only)
    Form form = Form::at_most;
    double bound = 0;    ///< as the form says; a share's, or its difference, as a fraction: 0.01
                         ///< for "1%", 0.001 for "0.1 points"
    bool share = false;  ///< of "errors": it is about a share of the requests
    std::string gap_from, gap_to;  ///< `gap_closed` only: the cells at its two ends
    std::string margin_from;       ///< who chose the bound, in the user's words; may be empty
    bool exploratory = false;      ///< added or changed after the seal: plan/addendum.h
    bool operator==(const Criterion&) const = default;
};

struct Experiment {
    ExperimentKind kind = ExperimentKind::requests;
    std::string name;
    std::string question;
    Host host;                              ///< before any cell
    std::map<std::string, Stream> streams;  ///< before any cell
    std::vector<Cell> cells;
    std::vector<Condition> conditions;
    Windows windows;
    int cycles = 5;  ///< 1 … 1000
    Order order = Order::mirrored;
    std::uint64_t seed = 1;
    std::vector<Criterion> criteria;
    IntervalKind interval = IntervalKind::paired;
    Looks looks = Looks::obf;
    std::vector<std::string> checks;  ///< "clock", "stamps", "bit-identity", "wake-lateness"
    std::string canonical;            ///< canonical JSON after preset and options
    std::filesystem::path directory;  ///< where relative paths of callables start

    const Cell* find_cell(std::string_view id) const;
    const Condition* find_condition(std::string_view id) const;
    /// Interpreters as they are named, of the host and of cells, none twice; native hosts have
    /// none.
    std::vector<std::string> interpreters() const;
    /// What to start for an interpreter as it is named: a relative path made absolute.
    std::string interpreter_path(const std::string& named) const;
    /// The streams that run in this visit and exist in this cell, in the condition's order.
    std::vector<std::string> running(const Cell& cell, const Condition& condition) const;
};

/// What the command line changes before the seal. Applied in this order: preset, seconds, cycles,
/// python, assignments, until_decided.
struct Options {
    std::string preset;  ///< empty or "full": as written
    std::optional<double> seconds;
    std::optional<int> cycles;
    std::string python;
    std::vector<std::pair<std::string, std::string>>
        set;                     ///< JSON pointer, JSON value (or bare text)
    bool until_decided = false;  ///< measure until every word is there: `looks` becomes "anytime"
};

/// Parses, applies the options, merges the cells and validates. Never runs anything.
/// Error: kind experiment; `where` is a JSON pointer, further faults are in `also`. Nesting is
/// limited to 64 levels before anything is copied.
Result<Experiment> parse_experiment(std::string_view json, const Options& options = {});

/// Reads the file (at most 16 MiB) and parses it; the directory is remembered for callables.
Result<Experiment> read_experiment(const std::filesystem::path& file, const Options& options = {});

std::string_view to_text(ExperimentKind value);
std::string_view to_text(HostKind value);
std::string_view to_text(Placement value);
std::string_view to_text(Binding value);
std::string_view to_text(Order value);
std::string_view to_text(Form value);
std::string_view to_text(IntervalKind value);
std::string_view to_text(Looks value);
std::string_view to_text(Lifetime value);
std::string_view to_text(Instrumentation value);

/// One stream, or one host, as canonical JSON with its defaults written out.
std::string to_json(const Stream& stream);
std::string to_json(const Host& host);

}  // namespace stallscope
