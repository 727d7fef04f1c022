// SPDX-License-Identifier: Apache-2.0
#include "analysis/cycle_values.h"

#include <algorithm>
#include <cmath>

namespace stallscope {
namespace {

/// CPU time is read once per visit for the whole tree, it has no requests of its own.
constexpr std::string_view cpu = "cpu";

}  // namespace

CycleValuesOfStream::CycleValuesOfStream(std::vector<Figure> figures, int halves, int parts)
    : m_figures(std::move(figures)), m_halves(static_cast<std::size_t>(halves)), m_parts(parts) {
    for (const Figure& figure : m_figures) {
        if (figure.metric != cpu &&
            std::find(m_metrics.begin(), m_metrics.end(), figure.metric) == m_metrics.end()) {
            m_metrics.push_back(figure.metric);
        }
    }
}

void CycleValuesOfStream::add(int cycle, HalfRecord half,
                              std::optional<double> tree_cpu_ms_per_request) {
    m_values.device_error_ms = std::max(m_values.device_error_ms, half.device_error_ms);
    Open& open = m_open[cycle];
    open.halves.push_back(std::move(half));
    open.cpu_ms.push_back(tree_cpu_ms_per_request);
    if (open.halves.size() == m_halves) {
        close(cycle, open);
        m_open.erase(cycle);
    }
}

void CycleValuesOfStream::close(int cycle, const Open& open) {
    Tally& tally = m_values.tallies[cycle];
    for (const HalfRecord& half : open.halves) {
        tally.requests += half.tally.requests;
        tally.errors += half.tally.errors;
        tally.mismatches += half.tally.mismatches;
        tally.answers_checked += half.tally.answers_checked;
        tally.served_elsewhere += half.tally.served_elsewhere;
        tally.served_known += half.tally.served_known;
    }
    std::map<std::string, std::vector<HalfVisit>> views;
    for (const std::string& metric : m_metrics) {
        for (const HalfRecord& half : open.halves) {
            const auto series = half.metrics.find(metric);
            views[metric].push_back(series == half.metrics.end() ? HalfVisit{}
                                                                 : series->second.view());
        }
        if (const auto total = cost_total(views[metric], scale_of(metric))) {
            m_values.totals[metric][cycle] = *total;
        }
    }
    for (const Figure& figure : m_figures) {
        if (figure.metric == cpu) {
            m_values.values[figure][cycle] = cpu_value(open);
        } else if (const auto statistic = statistic_of(figure.statistic)) {
            m_values.values[figure][cycle] =
                visit_value(views.at(figure.metric), scale_of(figure.metric), *statistic, m_parts);
        }
    }
}

VisitValue CycleValuesOfStream::cpu_value(const Open& open) const {
    VisitValue value;
    double raw = 0;
    double log = 0;
    for (const auto& ms : open.cpu_ms) {
        if (!ms || !(*ms > 0)) {
            value.why = "no CPU time was read";
            return value;
        }
        raw += *ms;
        log += std::log(*ms);
    }
    const auto halves = static_cast<double>(open.cpu_ms.size());
    value.raw = raw / halves;
    value.y = log / halves;
    return value;
}

}  // namespace stallscope
