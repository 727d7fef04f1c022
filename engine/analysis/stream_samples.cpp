// SPDX-License-Identifier: Apache-2.0
#include "analysis/stream_samples.h"

#include <algorithm>
#include <utility>

#include "analysis/quantile.h"

namespace stallscope {
void StreamSamples::merge(StreamSamples&& visit) {
    n += visit.n;
    renewal_n += visit.renewal_n;
    renewal_ns += visit.renewal_ns;
    closed_by_arrival = closed_by_arrival && visit.closed_by_arrival;
    mismatches += visit.mismatches;
    answers_checked += visit.answers_checked;
    errors += visit.errors;
    unfinished += visit.unfinished;
    out_of_order += visit.out_of_order;
    for (const auto& [kind, count] : visit.unmatched) {
        unmatched[kind] += count;
    }
    for (std::size_t i = 0; i < leg_count; ++i) {
        legs[i].append(std::move(visit.legs[i]));
    }
    for (std::size_t i = 0; i < path_step_count; ++i) {
        path[i].append(std::move(visit.path[i]));
    }
    calls.append(std::move(visit.calls));
    relocks.append(std::move(visit.relocks));
    if (suspects.empty()) {
        suspects = std::move(visit.suspects);
        alignments = std::move(visit.alignments);
    } else {
        for (std::size_t i = 0; i < std::min(alignments.size(), visit.alignments.size()); ++i) {
            alignments[i].merge(std::move(visit.alignments[i]));
        }
    }
    if (reply_stamp.empty()) {
        reply_stamp = std::move(visit.reply_stamp);
    }
    cpu_ns += visit.cpu_ns;
    cpu_n += visit.cpu_n;
    tree_cpu_s += visit.tree_cpu_s;
    tree_requests += visit.tree_requests;
    tree_known = tree_known && visit.tree_known;
    busy_ns += visit.busy_ns;
    occupied_ns += visit.occupied_ns;
    identity_residual_ms = std::max(identity_residual_ms, visit.identity_residual_ms);
}

Figures figures_of(const StreamSamples& samples) {
    Figures figures;
    figures.n = samples.n;
    if (samples.renewal_ns > 0) {
        figures.throughput_rps =
            static_cast<double>(samples.renewal_n) * 1e9 / static_cast<double>(samples.renewal_ns);
    }
    figures.mismatches = samples.mismatches;
    figures.answers_checked = samples.answers_checked;
    figures.errors = samples.errors;
    for (const Leg leg : all_legs()) {
        figures.legs_ms[std::string(name_of(leg))] =
            summarise_ms(samples.legs[static_cast<std::size_t>(leg)]);
    }
    for (const PathStep step : all_path_steps()) {
        figures.path_ms[std::string(name_of(step))] =
            summarise_ms(samples.path[static_cast<std::size_t>(step)]);
    }
    figures.calls_ms = summarise_ms(samples.calls);
    figures.relock_ms = summarise_ms(samples.relocks);
    for (std::size_t i = 0; i < samples.alignments.size(); ++i) {
        Alignment alignment = samples.alignments[i].figures();
        alignment.suspect = samples.suspects[i];
        alignment.reply_stamp = samples.reply_stamp;
        figures.alignments.push_back(std::move(alignment));
    }
    if (samples.cpu_n > 0) {
        figures.cpu_ms_per_request =
            static_cast<double>(samples.cpu_ns) / static_cast<double>(samples.cpu_n) / 1e6;
    }
    if (samples.tree_known && samples.tree_requests > 0) {
        figures.tree_cpu_ms_per_request =
            samples.tree_cpu_s * 1e3 / static_cast<double>(samples.tree_requests);
    }
    if (!samples.suspects.empty() && samples.occupied_ns > 0) {
        figures.overlap =
            static_cast<double>(samples.busy_ns) / static_cast<double>(samples.occupied_ns);
    }
    figures.unmatched = samples.unmatched;
    figures.unfinished = samples.unfinished;
    figures.out_of_order = samples.out_of_order;
    figures.identity_residual_ms = samples.identity_residual_ms;
    return figures;
}

}  // namespace stallscope
