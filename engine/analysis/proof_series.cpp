// SPDX-License-Identifier: Apache-2.0
#include "analysis/proof_series.h"

#include <map>
#include <optional>
#include <utility>

namespace stallscope {
namespace {

/// The half-visits of one cell in one cycle.
struct OfVisit {
    int halves = 0;
    int with_value = 0;
    double sum = 0;
    CostTotal total;
};

std::optional<double> value_of(const RecordedHalf& half, std::string_view statistic) {
    return statistic == "typical" ? half.typical : statistic == "p95" ? half.p95 : half.mean();
}

RecordedSeries series_of(const Recording& recording, const std::string& stream,
                         const std::string& metric, const std::string& statistic) {
    RecordedSeries series{stream, metric, statistic, statistic == "typical", {}};
    const int wanted = recording.order == "mirrored" ? 2 : 1;
    std::map<int, std::array<OfVisit, 2>> cycles;
    for (const RecordedHalf& half : recording.halves) {
        if (half.stream != stream || half.metric != metric) {
            continue;
        }
        OfVisit& visit = cycles[half.cycle][half.cell == "A" ? 0 : 1];
        ++visit.halves;
        visit.total.cost_ms += half.cost_ms;
        visit.total.n += static_cast<double>(half.n);
        if (const auto value = value_of(half, statistic)) {
            ++visit.with_value;
            visit.sum += *value;
        }
    }
    for (const auto& [number, visits] : cycles) {
        RecordedCycle cycle;
        bool complete = true;
        for (std::size_t c = 0; c < visits.size(); ++c) {
            complete = complete && visits[c].halves == wanted && visits[c].with_value == wanted;
            cycle.y[c] = visits[c].sum / wanted;
            cycle.total[c] = visits[c].total;
        }
        if (complete) {
            series.cycles.push_back(cycle);
        }
    }
    return series;
}

}  // namespace

std::vector<RecordedSeries> series_of(const Recording& recording) {
    std::vector<std::pair<std::string, std::string>> found;  // in the order they come up
    std::map<std::pair<std::string, std::string>, bool> seen;
    for (const RecordedHalf& half : recording.halves) {
        if (!std::exchange(seen[{half.stream, half.metric}], true)) {
            found.emplace_back(half.stream, half.metric);
        }
    }
    std::vector<RecordedSeries> all;
    for (const auto& [stream, metric] : found) {
        for (const char* statistic : {"typical", "mean", "p95"}) {
            auto series = series_of(recording, stream, metric, statistic);
            if (!series.cycles.empty()) {
                all.push_back(std::move(series));
            }
        }
    }
    return all;
}

}  // namespace stallscope
