// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_signals.h"

#include <algorithm>
#include <string_view>

namespace stallscope {
namespace {

void widen(Ends& ends, const SampleRow& row) {
    if (row.at < ends.start_ns) {
        ends.start = row.value;
        ends.start_ns = row.at;
    }
    if (row.at >= ends.end_ns) {
        ends.end = row.value;
        ends.end_ns = row.at;
    }
}

Ends only(const SampleRow& row) {
    return {row.value, row.value, row.at, row.at};
}

void take(std::optional<Ends>& ends, const SampleRow& row) {
    if (ends) {
        widen(*ends, row);
    } else {
        ends = only(row);
    }
}

/// Readings of single processes, by "PID-ROLE".
using Processes = std::map<std::string, Ends>;

void take(Processes& by_name, std::string_view name, const SampleRow& row) {
    const auto [place, is_new] = by_name.try_emplace(std::string(name), only(row));
    if (!is_new) {
        widen(place->second, row);
    }
}

/// "worker-gpu" of "4711-worker-gpu"; a name without a process id is a role already.
std::string role_of(std::string_view process) {
    const auto digits = process.find_first_not_of("0123456789");
    const bool has_id = digits != 0 && digits != std::string_view::npos && process[digits] == '-';
    return std::string(has_id ? process.substr(digits + 1) : process);
}

std::map<std::string, Ends> by_role(const Processes& processes) {
    std::map<std::string, Ends> roles;
    for (const auto& [process, ends] : processes) {
        const auto [role, is_new] = roles.try_emplace(role_of(process), ends);
        if (!is_new) {
            role->second.start += ends.start;
            role->second.end += ends.end;
            role->second.start_ns = std::min(role->second.start_ns, ends.start_ns);
            role->second.end_ns = std::max(role->second.end_ns, ends.end_ns);
        }
    }
    return roles;
}

/// What follows `prefix`, if the name begins so and goes on.
std::optional<std::string_view> after(std::string_view name, std::string_view prefix) {
    if (!name.starts_with(prefix) || name.size() == prefix.size()) {
        return std::nullopt;
    }
    return name.substr(prefix.size());
}

/// "cpu" of "pressure_cpu_us".
std::optional<std::string_view> pressed(std::string_view name) {
    constexpr std::string_view end = "_us";
    const auto rest = after(name, "pressure_");
    if (!rest || !rest->ends_with(end) || rest->size() == end.size()) {
        return std::nullopt;
    }
    return rest->substr(0, rest->size() - end.size());
}

}  // namespace

VisitSignals signals_of(std::span<const SampleRow> rows) {
    VisitSignals signals;
    Processes rss_bytes;
    Processes descriptors;
    Processes threads;
    double khz_sum = 0;
    double khz_n = 0;
    double app_sum = 0;
    double app_n = 0;
    for (const SampleRow& row : rows) {
        const std::string_view what = row.what;
        if (const auto role = after(what, "rss_bytes/")) {
            take(rss_bytes, *role, row);
        } else if (const auto holder = after(what, "descriptors/")) {
            take(descriptors, *holder, row);
        } else if (const auto process = after(what, "threads/")) {
            take(threads, *process, row);
        } else if (const auto resource = pressed(what)) {
            take(signals.pressure_us, *resource, row);
        } else if (what == "throttled_us") {
            take(signals.throttled_us, row);
        } else if (what == "swap_in_pages") {
            take(signals.swap_in_pages, row);
        } else if (what == "swap_out_pages") {
            take(signals.swap_out_pages, row);
        } else if (what == "app_cpu") {
            app_sum += row.value;
            app_n += 1;
        } else if (after(what, "cpu_khz/")) {
            signals.khz_min = std::min(signals.khz_min.value_or(row.value), row.value);
            signals.khz_max = std::max(signals.khz_max.value_or(row.value), row.value);
            khz_sum += row.value;
            khz_n += 1;
        }
    }
    signals.rss_bytes = by_role(rss_bytes);
    signals.descriptors = by_role(descriptors);
    signals.threads = by_role(threads);
    if (app_n > 0) {
        signals.app_cores = app_sum / app_n;
    }
    if (khz_n > 0) {
        signals.khz_mean = khz_sum / khz_n;
    }
    return signals;
}

}  // namespace stallscope
