// SPDX-License-Identifier: Apache-2.0
#include "analysis/look_figures.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "analysis/distributions.h"

namespace stallscope {
namespace {

constexpr int most_pooled_cycles = 5;

bool has(const CycleValues& values, std::size_t k) {
    return k < values.size() && values[k].has_value();
}

bool has_totals(const ContrastSeries& series) {
    return !series.total_b.empty() || !series.total_a.empty();
}

bool complete(const ContrastSeries& series, std::size_t k) {
    if (!has(series.b, k) || !has(series.a, k)) {
        return false;
    }
    return !has_totals(series) || (k < series.total_b.size() && series.total_b[k] &&
                                   k < series.total_a.size() && series.total_a[k]);
}

std::vector<std::size_t> complete_cycles(const ContrastSeries& series, std::size_t cycles) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < std::min(cycles, series.b.size()); ++k) {
        if (complete(series, k)) {
            found.push_back(k);
        }
    }
    return found;
}

std::vector<double> chosen(const CycleValues& values, const std::vector<std::size_t>& cycles) {
    std::vector<double> found;
    for (const std::size_t k : cycles) {
        found.push_back(*values[k]);
    }
    return found;
}

/// θ̂ of the means over all requests of the chosen cycles.
double pooled_mean(const ContrastSeries& series, const std::vector<std::size_t>& cycles,
                   CostScale kind) {
    CostTotal b;
    CostTotal a;
    for (const std::size_t k : cycles) {
        b.cost_ms += series.total_b[k]->cost_ms;
        b.n += series.total_b[k]->n;
        a.cost_ms += series.total_a[k]->cost_ms;
        a.n += series.total_a[k]->n;
    }
    const double mean_b = b.cost_ms / b.n;
    const double mean_a = a.cost_ms / a.n;
    return kind == CostScale::raw ? mean_b - mean_a : std::log(mean_b / mean_a);
}

/// The builds of the chosen cycles; empty when there is but one.
std::vector<int> builds(const ContrastSeries& series, const std::vector<std::size_t>& cycles) {
    std::vector<int> found;
    for (const std::size_t k : cycles) {
        found.push_back(k < series.build.size() ? series.build[k] : 0);
    }
    const bool one =
        std::all_of(found.begin(), found.end(), [&](int build) { return build == found.front(); });
    return one ? std::vector<int>{} : found;
}

bool equally_many(const std::vector<int>& builds) {
    std::map<int, int> count;
    for (const int build : builds) {
        ++count[build];
    }
    return std::all_of(count.begin(), count.end(),
                       [&](const auto& entry) { return entry.second == count.begin()->second; });
}

/// Rows of all cells in the chosen cycles, b and a first; empty where a cell lacks one of them.
std::vector<std::vector<double>> all_cells(const ContrastSeries& series,
                                           const std::vector<std::size_t>& cycles) {
    std::vector<std::vector<double>> rows = {chosen(series.b, cycles), chosen(series.a, cycles)};
    for (const CycleValues& other : series.others) {
        if (!std::all_of(cycles.begin(), cycles.end(),
                         [&](std::size_t k) { return has(other, k); })) {
            return {};
        }
        rows.push_back(chosen(other, cycles));
    }
    return rows;
}

std::optional<LookFigures> contrast_figures(const ContrastSeries& series, IntervalKind interval,
                                            std::size_t prefix) {
    const auto cycles = complete_cycles(series, prefix);
    LookFigures figures;
    figures.cycles = static_cast<int>(cycles.size());
    std::optional<Estimate> estimate;
    const auto build = builds(series, cycles);
    if (interval == IntervalKind::pooled && build.empty() && figures.cycles >= fewest_cycles &&
        figures.cycles <= most_pooled_cycles) {
        PooledFit fit;
        estimate = pooled(all_cells(series, cycles), 0, 1, &fit);
        if (estimate) {
            figures.fit = fit;
            figures.used = fit.gate_passed ? IntervalUsed::pooled : IntervalUsed::paired;
        }
    }
    if (!estimate) {
        auto d = chosen(series.b, cycles);
        for (std::size_t i = 0; i < cycles.size(); ++i) {
            d[i] -= *series.a[cycles[i]];
        }
        if (!build.empty()) {
            figures.used = IntervalUsed::builds;
            figures.balanced = equally_many(build);
            d = build_means(d, build);
        }
        estimate = paired(d);
    }
    if (!estimate) {
        return std::nullopt;
    }
    figures.estimate = *estimate;
    return figures;
}

std::optional<LookFigures> absolute_figures(const AbsoluteSeries& series, std::size_t prefix) {
    LookFigures figures;
    figures.used = IntervalUsed::absolute;
    figures.u = series.systematic;
    for (std::size_t k = 0; k < std::min(prefix, series.z.size()); ++k) {
        if (series.z[k]) {
            figures.z.push_back(*series.z[k]);
        }
    }
    const auto estimate = paired(figures.z);
    if (!estimate) {
        return std::nullopt;
    }
    figures.cycles = estimate->n;
    figures.estimate = *estimate;
    return figures;
}

std::optional<LookFigures> share_figures(const ShareSeries& series, std::size_t prefix) {
    std::vector<ShareCount> counts;
    for (std::size_t k = 0; k < std::min(prefix, series.cycles.size()); ++k) {
        if (series.cycles[k] && series.cycles[k]->requests > 0) {
            counts.push_back(*series.cycles[k]);
        }
    }
    LookFigures figures;
    figures.used = IntervalUsed::share;
    figures.share = ShareEstimate::from(counts);
    if (!figures.share) {
        return std::nullopt;
    }
    figures.estimate = figures.share->per_cycle();
    figures.cycles = figures.estimate.n;
    return figures;
}

void mirror(LookFigures& figures) {
    figures.estimate.value = -figures.estimate.value;
    for (double& value : figures.z) {
        value = -value;
    }
    if (figures.mean_estimate) {
        figures.mean_estimate = -*figures.mean_estimate;
    }
}

}  // namespace

double LookFigures::value() const {
    return share ? share->pooled() : estimate.value;
}

Bounds LookFigures::interval(double level, double t) const {
    return share ? share->interval(level) : bounds(estimate, t, u);
}

double LookFigures::p_met(double margin) const {
    return share ? share->p_met(margin) : stallscope::p_met(estimate, margin, u);
}

double LookFigures::p_not_met(double margin) const {
    return share ? share->p_not_met(margin) : stallscope::p_not_met(estimate, margin, u);
}

bool is_complete(const Member& member, std::size_t k) {
    if (const auto* contrast = std::get_if<ContrastSeries>(&member.data)) {
        return complete(*contrast, k);
    }
    if (const auto* absolute = std::get_if<AbsoluteSeries>(&member.data)) {
        return has(absolute->z, k);
    }
    if (const auto* share = std::get_if<ShareSeries>(&member.data)) {
        return k < share->cycles.size() && share->cycles[k] && share->cycles[k]->requests > 0;
    }
    return false;
}

std::size_t cycles_of(const Member& member) {
    if (const auto* contrast = std::get_if<ContrastSeries>(&member.data)) {
        return contrast->b.size();
    }
    if (const auto* absolute = std::get_if<AbsoluteSeries>(&member.data)) {
        return absolute->z.size();
    }
    const auto* share = std::get_if<ShareSeries>(&member.data);
    return share != nullptr ? share->cycles.size() : 0;
}

std::optional<LookFigures> look_figures(const Member& member, IntervalKind interval,
                                        std::size_t cycles, double widen) {
    std::optional<LookFigures> figures;
    if (const auto* contrast = std::get_if<ContrastSeries>(&member.data)) {
        figures = contrast_figures(*contrast, interval, cycles);
        if (figures && has_totals(*contrast)) {
            figures->mean_estimate =
                pooled_mean(*contrast, complete_cycles(*contrast, cycles), member.kind);
        }
    } else if (const auto* absolute = std::get_if<AbsoluteSeries>(&member.data)) {
        figures = absolute_figures(*absolute, cycles);
    } else if (const auto* share = std::get_if<ShareSeries>(&member.data)) {
        return share_figures(*share, cycles);
    }
    if (figures) {
        figures->estimate = with_resolution(figures->estimate, member.resolution);
        figures->u += widen;
        if (member.margin.mirrored) {
            mirror(*figures);
        }
    }
    return figures;
}

std::optional<Estimate> contrast_estimate(const ContrastSeries& series, IntervalKind interval,
                                          std::size_t cycles) {
    const auto figures = contrast_figures(series, interval, cycles);
    return figures && figures->cycles >= fewest_cycles ? std::optional(figures->estimate)
                                                       : std::nullopt;
}

}  // namespace stallscope
