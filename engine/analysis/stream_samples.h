// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/alignment.h"
#include "analysis/call_intervals.h"
#include "analysis/durations.h"
#include "analysis/legs.h"
#include "analysis/results.h"
#include "record/rows.h"

namespace stallscope {

/// Another stream of the visit, as the victim meets it.
struct Suspect {
    std::string stream;
    std::vector<CallInterval> calls;  ///< sorted by start, the whole visit
};

/// Everything that is collected of one stream before it becomes figures: of one visit, or merged
/// over several. Only what arrived in the window is in here.
struct StreamSamples {
    std::int64_t n = 0;
    std::int64_t renewal_n = 0, renewal_ns = 0;
    bool closed_by_arrival = true;  ///< false: a visit's rate had to end with its window
    std::int64_t mismatches = 0, answers_checked = 0, errors = 0, unfinished = 0;
    std::int64_t out_of_order = 0;
    std::map<std::string, std::int64_t> unmatched;
    std::array<Durations, leg_count> legs;
    std::array<Durations, path_step_count> path;
    Durations calls, relocks;
    std::vector<AlignmentSamples> alignments;  ///< one per suspect, in the order they were given
    std::vector<std::string> suspects;
    std::string reply_stamp;
    std::int64_t cpu_ns = 0, cpu_n = 0;
    double tree_cpu_s = 0;
    std::int64_t tree_requests = 0;
    bool tree_known = true;
    std::int64_t busy_ns = 0, occupied_ns = 0;
    double identity_residual_ms = 0;

    /// Adds another visit of the same stream with the same suspects.
    void merge(StreamSamples&& visit);
};

/// How a stream is looked at.
struct StreamView {
    std::int64_t window_ns = 0;
    bool on_thread = false;  ///< its replies are not read from a connection
    bool stamped = true;     ///< the dispatcher and the service leave records
};

/// Collects one visit of a closed stream in one pass over its rows.
StreamSamples collect(std::span<const RequestRow> rows, const StreamView& view,
                      std::span<const Suspect> suspects);
/// Collects one visit of a loop.
StreamSamples collect(std::span<const CallRow> rows, const StreamView& view);

/// Turns what was collected into figures.
Figures figures_of(const StreamSamples& samples);

}  // namespace stallscope
