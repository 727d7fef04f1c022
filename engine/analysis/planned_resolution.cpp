// SPDX-License-Identifier: Apache-2.0
#include "analysis/planned_resolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/criteria_family.h"
#include "analysis/margin.h"
#include "plan/metrics.h"

namespace stallscope {
namespace {

std::string percent(double log_size) {
    return fmt::format("{:.2g} %", 100 * std::expm1(log_size));
}

/// Milliseconds that a request is asked to take at least; empty where the plan does not say.
std::optional<double> asked_ms(const Workload& workload) {
    if (const auto* wait = std::get_if<WaitWorkload>(&workload)) {
        const auto* ms = std::get_if<double>(&wait->ms);
        return ms != nullptr ? std::optional(*ms + wait->spread_ms / 2) : std::nullopt;
    }
    if (const auto* spin = std::get_if<SpinWorkload>(&workload)) {
        const auto* ms = std::get_if<double>(&spin->ms);
        return ms != nullptr ? std::optional(*ms + spin->spread_ms / 2) : std::nullopt;
    }
    const auto* forward = std::get_if<OpenClWorkload>(&workload);
    return forward != nullptr ? forward->target_ms : std::nullopt;
}

/// The most requests that a half-visit can have.
std::optional<double> most_requests(const Experiment& experiment, const Criterion& criterion) {
    const Cell* cell = experiment.find_cell(criterion.cell);
    if (cell == nullptr || !cell->streams.contains(criterion.stream)) return std::nullopt;
    const Stream& stream = cell->streams.at(criterion.stream);
    const auto* closed = std::get_if<ClosedLoad>(&stream.load);
    const auto ms = asked_ms(stream.workload);
    if (closed == nullptr || !ms || !(*ms + closed->think_ms > 0)) return std::nullopt;
    const double halves = experiment.order == Order::mirrored ? 2 : 1;
    return experiment.windows.seconds * 1e3 / halves * closed->clients / (*ms + closed->think_ms);
}

void say_of_bank(PlannedResolution& out, const Bank& bank, const LookRule& rule) {
    const double margin = std::abs(*out.margin);
    switch (out.state) {
        case Resolvable::no_bank:
            return;
        case Resolvable::ok:
            out.says = fmt::format("a change of {} is seen in 8 of 10 runs, the margin is {}",
                                   percent(*out.d80), percent(margin));
            return;
        case Resolvable::low_power:
        case Resolvable::unresolvable:
            break;
    }
    out.cycles_for_power = cycles_to_resolve(bank, margin, rule, true);
    const bool flagged = out.state == Resolvable::unresolvable;
    if (flagged) out.cycles_to_resolve = cycles_to_resolve(bank, margin, rule, false);
    const auto cycles = [](const std::optional<int>& count) {
        return count ? fmt::format("{} cycles", *count) : std::string("more than 200 cycles");
    };
    out.says = flagged
                   ? fmt::format(
                         "unresolvable here: the interval will reach ±{}, the margin is {}; {} "
                         "would resolve it, {} with 80 % power",
                         percent(*out.half_width), percent(margin), cycles(out.cycles_to_resolve),
                         cycles(out.cycles_for_power))
                   : fmt::format(
                         "low power: a change of {} is seen in 8 of 10 runs, the margin is {}; {} "
                         "would do",
                         percent(*out.d80), percent(margin), cycles(out.cycles_for_power));
}

}  // namespace

std::vector<PlannedResolution> planned_resolution(const Experiment& experiment,
                                                  const NoiseBank& bank) {
    LookRule rule;
    rule.looks = experiment.looks;
    rule.cycles = experiment.cycles;
    std::vector<PlannedResolution> all;
    for (const Criterion& criterion : experiment.criteria) {
        const bool tail = criterion.statistic == "p95" || criterion.statistic == "p99";
        const double beyond = criterion.statistic == "p95" ? 0.05 : 0.01;
        const auto requests = most_requests(experiment, criterion);
        // Both halves together may give the five requests beyond the quantile.
        const double halves = experiment.order == Order::mirrored ? 2 : 1;
        const double needed = fewest_exceedances / beyond / halves;
        const bool too_few = tail && requests && *requests < needed;
        for (const std::string& condition : criterion.conditions) {
            PlannedResolution out;
            out.criterion = criterion.id;
            out.condition = condition;
            if (too_few) {
                out.state = Resolvable::unresolvable;
                out.says = fmt::format(
                    "unresolvable: a window gives at most {:.0f} requests, {} needs {:.0f}; "
                    "lengthen windows.seconds to {:.3g} or more",
                    *requests, criterion.statistic == "p95" ? "P95" : "P99", needed,
                    experiment.windows.seconds * needed / *requests);
                all.push_back(std::move(out));
                continue;
            }
            if (!is_comparative(criterion.form) || criterion.share) continue;
            const CostScale scale = scale_of(criterion.metric);
            const auto limit = margin(margin_form_of(criterion.form), scale, criterion.bound);
            if (!limit) continue;
            out.margin = limit->value;
            const auto banked =
                bank.find(criterion.stream, condition, {criterion.metric, criterion.statistic},
                          experiment.windows.seconds);
            const auto expected = resolution(banked, limit->value, experiment.cycles,
                                             planned_level(rule, experiment.cycles));
            out.state = expected.state;
            if (expected.state == Resolvable::no_bank) {
                out.says = "nothing is known of this machine's noise in this figure";
            } else {
                out.half_width = expected.h0;
                out.d80 = expected.d80;
                say_of_bank(out, *banked, rule);
            }
            all.push_back(std::move(out));
        }
    }
    return all;
}

}  // namespace stallscope
