// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "plan/worker_count.h"

namespace stallscope {

/// What a host said about an opened stream.
struct DeviceFacts {
    std::string device;        ///< empty: unknown
    std::string device_timer;  ///< "device", "host span", or empty
    std::string driver;
    bool emulated = false;
    int hidden = 0, layers = 0;  ///< of a forward; 0: it has no size
    bool operator==(const DeviceFacts&) const = default;
};

/// What a host said of a batch it parses, and counted in one visit. Zero and empty: unknown.
struct BatchFacts {
    std::string parser_version, sha256;
    std::int64_t messages = 0, bytes = 0;
    int cpus = 0;
    std::optional<CostModel> cost;  ///< of cap "cost"
    std::int64_t threads_started = 0, switches = 0, most_workers = 0;
    bool counted = false;  ///< there are counters
};

/// Of that stream, from the facts of a visit. What cannot be read is unknown.
BatchFacts batch_facts(std::string_view json, std::string_view stream);

/// By stream, from the facts of a visit ({"devices": {stream: {…}}}) or from a stored fact that is
/// the inner object itself. What cannot be read is left out: facts are for display, nothing is
/// computed from them. Text nested deeper than 64 levels is not read at all.
std::map<std::string, DeviceFacts> device_facts(std::string_view json);

/// Measured lengths in ms by their key, from the fact "preparation".
std::map<std::string, double> measured_lengths_ms(std::string_view preparation_json);

/// Resolution of the clock from the figures of the check "clock"; 0 when they do not have it.
double clock_resolution_ns(std::string_view figures_json);

/// Cycles after which a run "until decided" had all its words and stopped, from the fact "decided";
/// empty when it did not.
std::optional<int> decided_after(std::string_view decided_json);

/// The key under which the preparation stores a measured length.
std::string length_key(std::string_view statistic, int calls, std::string_view stream);

/// Counts by kind. Counts inside another object keep its name in front: "gpu: kind".
std::map<std::string, std::int64_t> counts_by_kind(std::string_view json);

/// The run facts that outputs show: interpreters, sizes, measured lengths; without the reference
/// answers, which are long and say nothing to a reader. Canonical JSON.
std::string shown_facts(std::string_view preparation_json);

/// A JSON string's value, empty for anything else.
std::string json_string(std::string_view json);

}  // namespace stallscope
