// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "record/rows.h"

namespace stallscope {

/// The first and the last reading of one quantity in a visit, and when they were taken.
struct Ends {
    double start = 0, end = 0;
    std::int64_t start_ns = 0, end_ns = 0;  ///< from the visit's origin

    double growth() const { return end - start; }
    double minutes() const { return static_cast<double>(end_ns - start_ns) / 60e9; }
};

/// What the sample rows of one visit say. A quantity that was never read is absent; one that was
/// read once has the same start and end.
struct VisitSignals {
    // By role ("host", "worker-gpu", …): rows "rss_bytes/PID-ROLE", "descriptors/PID-ROLE",
    // "threads/PID-ROLE". Processes of one role are added up, each with its own first and last
    // reading: a process that comes later has not grown by its whole size.
    std::map<std::string, Ends> rss_bytes, descriptors, threads;
    /// Pressure counters in µs by resource: "cpu", "memory", "io". Own load raises them.
    std::map<std::string, Ends> pressure_us;
    std::optional<Ends> throttled_us, swap_in_pages, swap_out_pages;
    /// CPU of the workbench that started the run, in cores, mean of the readings; absent without
    /// one.
    std::optional<double> app_cores;
    /// Frequency over all CPUs and readings, kHz.
    std::optional<double> khz_min, khz_max, khz_mean;
};

/// One pass over the rows, in any order.
VisitSignals signals_of(std::span<const SampleRow> rows);

}  // namespace stallscope
