// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/experiment.h"
#include "plan/result.h"
#include "suite/bench_output.h"

namespace stallscope {

// The suite file: somebody else's benchmarks, how both sides are built and run, and what must hold.

/// The side whose code is there already, and the one with the change.
enum class Side { base, head };
std::string_view to_text(Side side);

/// A command of the user's. A text is run by `/bin/sh -c`, a list is started as it is; in a list
/// "{out}", "{salt}" and "{side}" stand for what STALLSCOPE_OUT, STALLSCOPE_SALT and
/// STALLSCOPE_SIDE say.
struct SuiteCommand {
    std::vector<std::string> argv;  ///< empty: there is none
    bool shell = false;             ///< argv has one element, the script

    bool empty() const { return argv.empty(); }
    /// The command on one line, for people.
    std::string text() const;
};

struct SuiteSide {
    SuiteCommand build;              ///< may be empty: nothing to build
    SuiteCommand bench;              ///< never empty
    std::vector<std::string> files;  ///< what is measured; compared by hash, relative to `cwd`
    std::map<std::string, std::string> env;
    std::string cwd;     ///< relative to the suite file's folder; empty: that folder
    std::string output;  ///< where the bench writes, relative to `cwd`; empty: $STALLSCOPE_OUT
};

/// Which of several values of one row in one process is its value.
enum class RowStatistic { min, median, mean };

/// What equal files on both sides mean.
enum class EqualFiles {
    refuse,   ///< somebody built the same thing twice: nothing is measured, exit 3
    skip,     ///< nothing to compare: nothing is measured, exit 0
    measure,  ///< meant so (an A/A gate)
};

struct SuiteSalts {
    int count = 1;            ///< 1: no salts
    bool environment = true;  ///< pads the environment of the bench, which shifts the stack
    bool build = false;       ///< builds anew with STALLSCOPE_SALT, files must differ
};

/// What an undecided claim does.
enum class UndecidedPolicy {
    fail,    ///< exit 6
    extend,  ///< more rounds, up to `most_rounds`; then exit 6
    warn,    ///< a warning, exit 0
};

/// Which rows that moved although nobody claimed it make the gate fail.
enum class MovedFails { slower, both, never };

enum class RoundOrder { mirrored, interleaved };

/// A row made of two: what `full` costs beyond `without`.
struct SuiteTwin {
    std::string name, full, without;
};

/// What must hold, written before the run.
struct SuiteClaim {
    std::string id, says;
    std::vector<std::string> rows;  ///< names; "*" stands for any characters
    bool others = false;            ///< every row that is no control and in no other claim
    Form form = Form::worse_by_less_than;
    double bound = 0;            ///< a fraction (0.05 for "5%"), or a factor
    bool or_own_spread = false;  ///< the bound is at least the row's own measured spread
};

struct Suite {
    std::string name, question;
    BenchFormat format = BenchFormat::pytest_benchmark;
    RowStatistic statistic = RowStatistic::min;
    std::array<SuiteSide, 2> sides;  ///< by Side
    EqualFiles equal_files = EqualFiles::refuse;
    SuiteSalts salts;
    int rounds = 5;
    int most_rounds = 0;  ///< of policy `extend`, else as `rounds`
    RoundOrder order = RoundOrder::mirrored;
    std::uint64_t seed = 1;
    bool aa = true;        ///< base is measured a second time, as a control
    double limit_s = 600;  ///< of one bench process
    double build_limit_s = 3600;
    double margin = 0.02;        ///< how far a row that no claim names may move
    bool or_own_spread = false;  ///< that margin is at least the row's own measured spread
    double too_fast_ns = 1000;   ///< rows below are not judged
    std::vector<std::string> controls, ignore;  ///< patterns
    std::vector<SuiteTwin> twins;
    std::vector<SuiteClaim> claims;
    UndecidedPolicy undecided = UndecidedPolicy::fail;
    MovedFails moved_fails = MovedFails::slower;
    std::string canonical;            ///< canonical JSON
    std::filesystem::path directory;  ///< of the suite file, absolute

    const SuiteSide& side(Side which) const { return sides[static_cast<std::size_t>(which)]; }
};

/// Parses and validates; runs nothing. Error: kind experiment; `where` is a JSON pointer, further
/// faults are in `also`.
Result<Suite> parse_suite(std::string_view json);

/// Reads the file (at most 16 MiB) and parses it; remembers its folder.
Result<Suite> read_suite(const std::filesystem::path& file);

/// Whether `pattern`, in which "*" stands for any characters, is the whole of `name`.
bool matches(std::string_view pattern, std::string_view name);
bool matches_any(const std::vector<std::string>& patterns, std::string_view name);

std::string_view to_text(RowStatistic statistic);
std::string_view to_text(RoundOrder order);

}  // namespace stallscope
