// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace stallscope {

/// What was seen around a window that has nothing to do with what was measured in it. Empty: it
/// could not be read here, and what cannot be read blocks nothing.
struct WindowSignals {
    double window_s = 0;   ///< planned length
    double watched_s = 0;  ///< between the first and the last reading; 0: there was none
    /// The host ended its streams before the window was over, after so many seconds of it.
    std::optional<double> ended_after_s;
    std::int64_t overflowed = 0;  ///< records that found their ring full

    // All of these between the first and the last reading.
    double realtime_step_s = 0, suspended_s = 0, slewed_s = 0;  ///< see ClockChange
    std::optional<std::int64_t> swapped_pages;                  ///< in and out, the whole machine's
    std::optional<double> throttled_s;  ///< held back by the control group's limit
    std::optional<double> steal_s;      ///< taken by the hypervisor, all CPUs
    std::optional<double> foreign_s;    ///< used at least by other programs (CpuSpent::foreign_s)
    std::string busiest;                ///< the other program that used most, "NAME (PID)"
    double busiest_s = 0;
};

// Limits (4-algorithm, step 10).
inline constexpr double foreign_limit = 0.05;  ///< of a core
inline constexpr double steal_limit = 0.01;    ///< of a core
/// Below so much a reading says nothing: the machine's counters move in ticks of 10 ms, and on an
/// idle machine housekeeping comes in bursts of a tick or two. In a window of 0.3 s 5 % of a core
/// are 15 ms, which one such burst reaches. So what is foreign must exceed 5 % of a core *and* five
/// ticks (what five cut-off counters may be wrong by); the limit is the larger one up to a window
/// of a second, and 5 % from there on. Steal is one counter: two ticks.
inline constexpr double foreign_resolution_s = 0.050;
inline constexpr double steal_resolution_s = 0.020;
/// A clock that moved by more than this, and a CLOCK_MONOTONIC slewed by more than this and 1 % of
/// the window. Readings of two clocks lie microseconds apart, steps that matter are larger.
inline constexpr double clock_limit_s = 0.010;
inline constexpr double slew_limit = 0.01;
/// Readings must cover at least this share of the window to say anything about it.
inline constexpr double watched_limit = 0.5;

struct BlockReason {
    /// "short-window", "ring-overflow", "clock-jump", "swap", "throttled", "steal", "foreign-cpu";
    /// the id of the finding, too.
    std::string id;
    std::string says;           ///< with the figure and its limit
    double figure = 0;          ///< the larger, the worse, among reasons of the same id
    bool rows_missing = false;  ///< what was measured is not whole: it cannot be kept on purpose
    bool operator==(const BlockReason&) const = default;
};

/// Why a visit must not count; empty when it may. Only signals from outside: whatever is computed
/// from the measured streams themselves never blocks (4-verdicts, "Exclusion").
std::vector<BlockReason> block_reasons(const WindowSignals& signals);

/// The sentences, one after the other.
std::string in_one_sentence(const std::vector<BlockReason>& reasons);

/// What to do about a reason of this id.
std::string advice_for(const std::string& id);

/// A cell whose visits were blocked at least this much more often than those of each other cell
/// causes the blocks itself.
inline constexpr int blocks_of_a_cause = 3;

/// Blocked visits by cell, every measured cell in it. None: no cell stands out, or there is only
/// one to look at.
std::optional<std::string> cell_that_causes(const std::map<std::string, int>& blocks);

}  // namespace stallscope
