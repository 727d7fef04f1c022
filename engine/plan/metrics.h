// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/experiment.h"

namespace stallscope {

/// What a figure is, which decides its statistics and the forms a criterion on it may have.
enum class MetricKind {
    time,    ///< a leg, in milliseconds: "typical", "mean", "p50", "p95", "p99"
    cpu,     ///< milliseconds of CPU per request: "mean"
    rate,    ///< requests per second: "typical", "mean", "total"
    count,   ///< answers that are wrong: no statistic
    errors,  ///< requests without an answer, counted or as a share: no statistic
    census,  ///< of every visit: all of them or not met; no statistic
};

/// A figure that a criterion can be about, and what it needs to exist.
struct Metric {
    std::string_view name;
    MetricKind kind = MetricKind::time;
    Instrumentation least_stamps = Instrumentation::off;  ///< of the host
    bool only_from_a_process = false;  ///< a reply that comes over a pipe has it, others do not
};

std::span<const Metric> all_metrics();
const Metric* find_metric(std::string_view name);
/// The first one is the default; none for what is counted.
std::vector<std::string> statistics_of(MetricKind kind);
std::vector<Form> forms_of(MetricKind kind);

/// Whether the form compares a cell with another one. `gap_closed` does not: it is one figure of
/// three cells, and judged as such.
bool is_comparative(Form form);

/// Whether the figure has an interval of its own in every place: it needs a stream, a cell and a
/// condition. What is counted has none.
bool is_measured(MetricKind kind);

}  // namespace stallscope
