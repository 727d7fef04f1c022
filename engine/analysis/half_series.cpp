// SPDX-License-Identifier: Apache-2.0
#include "analysis/half_series.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <variant>

#include "analysis/legs.h"
#include "record/arena.h"

namespace stallscope {
namespace {

struct Rate {};
using Source = std::variant<Rate, Leg, PathStep>;

std::optional<Source> source_of(std::string_view metric) {
    if (metric == "throughput") {
        return Rate{};
    }
    for (const Leg leg : all_legs()) {
        if (name_of(leg) == metric) {
            return leg;
        }
    }
    for (const PathStep step : all_path_steps()) {
        if (name_of(step) == metric) {
            return step;
        }
    }
    return std::nullopt;
}

std::int64_t value_of(const Source& source, const RequestRow& row) {
    if (const auto* leg = std::get_if<Leg>(&source)) {
        return leg_ns(*leg, row);
    }
    return path_ns(std::get<PathStep>(source), row);
}

void count(Tally& tally, const RequestRow& row, bool in_worker) {
    const auto answer = static_cast<Answer>(row.answer);
    ++tally.requests;
    tally.errors += answer == Answer::error ? 1 : 0;
    tally.mismatches += answer == Answer::mismatch ? 1 : 0;
    tally.answers_checked += answer == Answer::match || answer == Answer::mismatch ? 1 : 0;
    // A worker stamps its receipt, a dispatcher's own thread has nothing to receive.
    if (row.service_end != not_taken && answer != Answer::error) {
        ++tally.served_known;
        tally.served_elsewhere += (row.worker_recv != not_taken) != in_worker ? 1 : 0;
    }
}

}  // namespace

HalfRecord half_record(std::span<const RequestRow> rows, std::span<const std::string> metrics,
                       std::int64_t window_ns, bool in_worker) {
    HalfRecord record;
    // Several clients' rows come in the order of their answers; parts are cut by arrival.
    std::vector<const RequestRow*> by_arrival;
    by_arrival.reserve(rows.size());
    for (const RequestRow& row : rows) {
        if (row.arrival == not_taken) {
            continue;
        }
        by_arrival.push_back(&row);
        if (row.arrival >= 0 && row.arrival < window_ns) {
            count(record.tally, row, in_worker);
            if (row.device_error != not_taken) {
                record.device_error_ms =
                    std::max(record.device_error_ms, static_cast<double>(row.device_error) / 1e6);
            }
        }
    }
    const auto arrival = [](const RequestRow* row) { return row->arrival; };
    if (!std::ranges::is_sorted(by_arrival, std::less{}, arrival)) {
        std::ranges::stable_sort(by_arrival, std::less{}, arrival);
    }
    for (const std::string& metric : metrics) {
        const auto source = source_of(metric);
        if (!source) {
            continue;
        }
        HalfSeries& series = record.metrics[metric];
        series.window_ns = window_ns;
        series.arrivals_ns.reserve(by_arrival.size());
        const bool rate = std::holds_alternative<Rate>(*source);
        series.values_ns.reserve(rate ? 0 : by_arrival.size());
        for (const RequestRow* row : by_arrival) {
            if (!rate) {
                const std::int64_t value = value_of(*source, *row);
                if (value == not_taken) {
                    continue;
                }
                series.values_ns.push_back(value);
            }
            series.arrivals_ns.push_back(row->arrival);
        }
    }
    return record;
}

}  // namespace stallscope
