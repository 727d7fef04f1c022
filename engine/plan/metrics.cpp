// SPDX-License-Identifier: Apache-2.0
#include "plan/metrics.h"

#include <algorithm>

namespace stallscope {

namespace {

constexpr Metric metrics[] = {
    {"return", MetricKind::time, Instrumentation::stamps, false},
    {"occupancy", MetricKind::time, Instrumentation::stamps, false},
    {"service", MetricKind::time, Instrumentation::stamps, false},
    {"dispatch", MetricKind::time, Instrumentation::stamps, false},
    {"send", MetricKind::time, Instrumentation::stamps, true},
    {"queue", MetricKind::time, Instrumentation::stamps, false},
    {"not_reading", MetricKind::time, Instrumentation::stamps, true},
    {"transit", MetricKind::time, Instrumentation::stamps, true},
    {"lock_wait", MetricKind::time, Instrumentation::stamps, true},
    {"service_end_to_header", MetricKind::time, Instrumentation::stamps, true},
    {"device", MetricKind::time, Instrumentation::native, false},
    {"off_device", MetricKind::time, Instrumentation::native, false},
    {"relock", MetricKind::time, Instrumentation::native, false},
    {"e2e", MetricKind::time, Instrumentation::off, false},
    {"response_time", MetricKind::time, Instrumentation::off, false},
    {"throughput", MetricKind::rate, Instrumentation::off, false},
    {"cpu", MetricKind::cpu, Instrumentation::off, false},
    {"mismatches", MetricKind::count, Instrumentation::off, false},
    {"errors", MetricKind::errors, Instrumentation::off, false},
    {"served_as_declared", MetricKind::census, Instrumentation::off, false},
};

}  // namespace

std::span<const Metric> all_metrics() {
    return metrics;
}

const Metric* find_metric(std::string_view name) {
    const auto found = std::find_if(std::begin(metrics), std::end(metrics),
                                    [&](const Metric& one) { return one.name == name; });
    return found == std::end(metrics) ? nullptr : found;
}

std::vector<std::string> statistics_of(MetricKind kind) {
    switch (kind) {
        case MetricKind::time:
            return {"typical", "mean", "p50", "p95", "p99"};
        case MetricKind::cpu:
            return {"mean"};
        case MetricKind::rate:
            return {"typical", "mean", "total"};
        case MetricKind::count:
        case MetricKind::errors:
        case MetricKind::census:
            break;
    }
    return {};
}

std::vector<Form> forms_of(MetricKind kind) {
    switch (kind) {
        case MetricKind::count:
            return {Form::at_most};
        case MetricKind::errors:
            return {Form::at_most, Form::worse_by_less_than};
        case MetricKind::census:
            return {Form::at_least};
        case MetricKind::time:
        case MetricKind::cpu:
        case MetricKind::rate:
            break;
    }
    std::vector<Form> forms{Form::worse_by_less_than, Form::better_by_at_least,
                            Form::at_least_times, Form::within, Form::gap_closed};
    if (kind == MetricKind::rate) {
        forms.push_back(Form::at_least);
    } else {
        forms.push_back(Form::at_most_ms);
        forms.push_back(Form::at_least_ms);
    }
    return forms;
}

bool is_comparative(Form form) {
    return form == Form::worse_by_less_than || form == Form::better_by_at_least ||
           form == Form::at_least_times || form == Form::within;
}

bool is_measured(MetricKind kind) {
    return kind == MetricKind::time || kind == MetricKind::cpu || kind == MetricKind::rate;
}

}  // namespace stallscope
