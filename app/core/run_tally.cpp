// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_tally.h"

#include <algorithm>
#include <cmath>

#include "core/leg_metric.h"

namespace stallscope::app {
namespace {

/// How much of the window is over, as far as the answers tell.
double over_s(const VisitData& visit, double latest_s) {
    if (visit.state == VisitState::complete) return visit.window_s;
    return std::clamp(latest_s, 0.0, visit.window_s);
}

}  // namespace

void RunTally::take(const VisitData& visit, const StreamColumns& columns, Sums& sums) {
    for (std::size_t& i = sums.taken; i < columns.size(); ++i) {
        const double at_s = columns.at_s[i];
        const double whole_ms = columns.e2e_ms[i];
        const double flight_ms =
            std::isnan(columns.occupancy_ms[i]) ? whole_ms : columns.occupancy_ms[i];
        const double answered_s = at_s + (std::isnan(whole_ms) ? 0 : whole_ms) / 1000;
        sums.latest_s = std::max(sums.latest_s, answered_s);
        if (!std::isnan(flight_ms)) sums.busy.add(answered_s - flight_ms / 1000, answered_s);
        if (!counts(at_s, visit.window_s)) continue;
        ++sums.counted;
        const auto part = static_cast<std::size_t>(at_s / visit.window_s * window_parts);
        ++sums.arrived[std::min<std::size_t>(part, window_parts - 1)];
        const double dispatch_ms = leg_ms(columns, i, LegMetric::dispatch);
        if (std::isnan(dispatch_ms)) continue;
        ++sums.with_legs;
        sums.service_ms += columns.service_ms[i];
        sums.return_ms += columns.return_ms[i];
        sums.dispatch_ms += static_cast<double>(columns.occupancy_ms[i]) - columns.service_ms[i] -
                            columns.return_ms[i];
    }
}

void RunTally::update(const RunData& data) {
    for (const VisitData& visit : data.visits()) {
        for (const auto& [stream, columns] : visit.streams) {
            const auto [sums, is_new] =
                m_sums.try_emplace(Key(visit.visit, stream), visit.window_s);
            if (is_new || sums->second.taken < columns.size()) take(visit, columns, sums->second);
        }
    }
}

const RunTally::Sums* RunTally::find(const VisitData& visit, const QString& stream) const {
    const auto found = m_sums.find(Key(visit.visit, stream));
    return found == m_sums.end() ? nullptr : &found->second;
}

std::optional<LegMeans> RunTally::leg_means(const RunData& data, const QString& cell,
                                            const QString& condition, const QString& stream) const {
    LegMeans means;
    for (const VisitData* visit : data.visits_of(cell, condition)) {
        const Sums* sums = find(*visit, stream);
        if (sums == nullptr) continue;
        means.n += sums->with_legs;
        means.dispatch_ms += sums->dispatch_ms;
        means.service_ms += sums->service_ms;
        means.return_ms += sums->return_ms;
    }
    if (means.n == 0) return std::nullopt;
    for (double* mean : {&means.dispatch_ms, &means.service_ms, &means.return_ms}) {
        *mean /= static_cast<double>(means.n);
    }
    return means;
}

std::optional<double> RunTally::busy_share(const RunData& data, const QString& cell,
                                           const QString& condition, const QString& stream) const {
    double busy_s = 0;
    double over = 0;
    for (const VisitData* visit : data.visits_of(cell, condition)) {
        const Sums* sums = find(*visit, stream);
        if (sums == nullptr) continue;
        busy_s += sums->busy.total();
        over += over_s(*visit, sums->latest_s);
    }
    if (over <= 0) return std::nullopt;
    return busy_s / over;
}

std::vector<PartRate> RunTally::part_rates(const RunData& data, const QString& cell,
                                           const QString& condition, const QString& stream) const {
    std::vector<PartRate> rates;
    for (const VisitData* visit : data.visits_of(cell, condition)) {
        const Sums* sums = find(*visit, stream);
        if (sums == nullptr) continue;
        const double part_s = visit->window_s / window_parts;
        for (int part = 0; part < window_parts; ++part) {
            if ((part + 1) * part_s > over_s(*visit, sums->latest_s) * (1 + 1e-9)) break;
            const double begin_s = visit->start_s + part * part_s;
            const auto arrived = sums->arrived[static_cast<std::size_t>(part)];
            rates.push_back({visit->visit, part, begin_s, begin_s + part_s,
                             static_cast<double>(arrived) / part_s});
        }
    }
    return rates;
}

qint64 RunTally::counted(const RunData& data, const QString& cell, const QString& condition,
                         const QString& stream) const {
    qint64 n = 0;
    for (const VisitData* visit : data.visits_of(cell, condition)) {
        if (const Sums* sums = find(*visit, stream)) n += sums->counted;
    }
    return n;
}

}  // namespace stallscope::app
