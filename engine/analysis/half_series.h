// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "analysis/run_values.h"
#include "record/rows.h"

namespace stallscope {

/// One metric of one half-visit, in the order of the arrivals; requests without it are left out.
struct HalfSeries {
    std::vector<std::int64_t> arrivals_ns;  ///< from the window's start, those outside included
    std::vector<std::int64_t> values_ns;    ///< in step; empty for a rate
    std::int64_t window_ns = 0;

    HalfVisit view() const { return {arrivals_ns, values_ns, window_ns}; }
};

/// What the verdicts take from one half-visit of one stream.
struct HalfRecord {
    std::map<std::string, HalfSeries> metrics;
    Tally tally;
    double device_error_ms = 0;
};

/// One pass over the rows. `metrics`: legs and steps of the reply by their names, "throughput".
/// `in_worker`: the cell declares that the stream is served in a process of its own.
HalfRecord half_record(std::span<const RequestRow> rows, std::span<const std::string> metrics,
                       std::int64_t window_ns, bool in_worker);

}  // namespace stallscope
