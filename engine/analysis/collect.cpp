// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "analysis/renewal_rate.h"
#include "analysis/stream_samples.h"
#include "record/arena.h"

namespace stallscope {
namespace {

void take(Durations& to, std::int64_t ns) {
    if (ns != not_taken) {
        to.push_back(ns);
    }
}

/// Leaves what is not taken without memory: pages that nobody writes are not there.
void reserve(StreamSamples& samples, std::size_t rows) {
    for (Durations& leg : samples.legs) {
        leg.reserve(rows);
    }
    for (Durations& step : samples.path) {
        step.reserve(rows);
    }
    samples.calls.reserve(rows);
}

void set_rate(StreamSamples& samples, std::vector<std::int64_t>& arrivals, std::int64_t window_ns) {
    if (!std::is_sorted(arrivals.begin(), arrivals.end())) {
        std::sort(arrivals.begin(), arrivals.end());
    }
    if (const auto rate = renewal_rate(arrivals, window_ns)) {
        samples.renewal_n = rate->n;
        samples.renewal_ns = rate->span_ns;
        samples.closed_by_arrival = rate->closed_by_arrival;
    }
}

void count_answer(StreamSamples& samples, const RequestRow& row) {
    const auto answer = static_cast<Answer>(row.answer);
    samples.errors += answer == Answer::error ? 1 : 0;
    samples.mismatches += answer == Answer::mismatch ? 1 : 0;
    samples.answers_checked += answer == Answer::match || answer == Answer::mismatch ? 1 : 0;
    samples.unfinished += row.response == not_taken ? 1 : 0;
}

/// A request with an answer must have been dispatched and served; what is missing is a join that
/// found no partner.
void count_unmatched(StreamSamples& samples, const RequestRow& row) {
    if (row.response == not_taken || static_cast<Answer>(row.answer) == Answer::error) {
        return;
    }
    if (row.dispatch == not_taken && row.received == not_taken) {
        ++samples.unmatched["request without a dispatcher record"];
    }
    if (row.service_start == not_taken && row.service_end == not_taken) {
        ++samples.unmatched["request without a service record"];
    }
}

/// |occupancy − (dispatch + service + return)| from the stamps, each leg taken by itself.
double identity_residual_ms(const RequestRow& row) {
    const std::int64_t occupancy = leg_ns(Leg::occupancy, row);
    if (occupancy == not_taken) {
        return 0;
    }
    const std::int64_t parts =
        leg_ns(Leg::dispatch, row) + leg_ns(Leg::service, row) + leg_ns(Leg::return_leg, row);
    return std::abs(static_cast<double>(occupancy - parts)) / 1e6;
}

BusyTime busy_time(std::span<const Suspect> suspects) {
    std::vector<CallInterval> calls;
    for (const Suspect& suspect : suspects) {
        calls.insert(calls.end(), suspect.calls.begin(), suspect.calls.end());
    }
    return BusyTime(std::move(calls));
}

}  // namespace

StreamSamples collect(std::span<const RequestRow> rows, const StreamView& view,
                      std::span<const Suspect> suspects) {
    StreamSamples samples;
    samples.reply_stamp = view.on_thread ? "received" : "header";
    BusyTime busy = busy_time(suspects);
    std::vector<std::int64_t> arrivals;
    arrivals.reserve(rows.size());
    std::vector<ReplyPoint> replies;
    if (!suspects.empty()) {
        replies.reserve(rows.size());
    }
    reserve(samples, rows.size());
    for (const RequestRow& row : rows) {
        if (row.arrival == not_taken) {
            ++samples.unmatched["records without a client's"];
            continue;
        }
        arrivals.push_back(row.arrival);
        if (row.arrival < 0 || row.arrival >= view.window_ns) {
            continue;
        }
        ++samples.n;
        count_answer(samples, row);
        if (view.stamped) {
            count_unmatched(samples, row);
        }
        samples.out_of_order += stamps_out_of_order(row) ? 1 : 0;
        for (const Leg leg : all_legs()) {
            take(samples.legs[static_cast<std::size_t>(leg)], leg_ns(leg, row));
        }
        for (const PathStep step : all_path_steps()) {
            take(samples.path[static_cast<std::size_t>(step)], path_ns(step, row));
        }
        take(samples.calls, native_span_ns(row));
        samples.identity_residual_ms =
            std::max(samples.identity_residual_ms, identity_residual_ms(row));
        if (row.cpu != not_taken) {
            samples.cpu_ns += row.cpu;
            ++samples.cpu_n;
        }
        if (const std::int64_t occupancy = leg_ns(Leg::occupancy, row); occupancy != not_taken) {
            samples.busy_ns += busy.inside(row.dispatch, row.received);
            samples.occupied_ns += occupancy;
        }
        const std::int64_t reply = view.on_thread ? row.received : row.header;
        if (!suspects.empty() && row.service_end != not_taken && reply != not_taken) {
            replies.push_back({row.service_end, reply});
        }
    }
    set_rate(samples, arrivals, view.window_ns);
    for (const Suspect& suspect : suspects) {
        samples.suspects.push_back(suspect.stream);
        samples.alignments.emplace_back().add_visit(replies, suspect.calls, view.window_ns);
    }
    return samples;
}

StreamSamples collect(std::span<const CallRow> rows, const StreamView& view) {
    StreamSamples samples;
    std::vector<std::int64_t> starts;
    starts.reserve(rows.size());
    for (const CallRow& row : rows) {
        if (row.start == not_taken) {
            ++samples.unmatched["calls without a start"];
            continue;
        }
        starts.push_back(row.start);
        if (row.start < 0 || row.start >= view.window_ns) {
            continue;
        }
        ++samples.n;
        samples.errors += row.status != 0 ? 1 : 0;
        samples.unfinished += row.end == not_taken ? 1 : 0;
        const bool native = row.native_enter != not_taken && row.native_exit != not_taken;
        if (native) {
            samples.calls.push_back(row.native_exit - row.native_enter);
        } else if (row.end != not_taken) {
            samples.calls.push_back(row.end - row.start);
        }
        if (row.native_exit != not_taken && row.end != not_taken) {
            samples.relocks.push_back(row.end - row.native_exit);
        }
    }
    set_rate(samples, starts, view.window_ns);
    return samples;
}

}  // namespace stallscope
