// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_rows.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

constexpr double lane_half = 0.46;
constexpr double client_half = 0.26;  ///< a client only waits: half the height says it
constexpr double band_half = 0.24;
constexpr double between_lanes = 0.12;
constexpr double between_streams = 0.45;
constexpr double below = 0.35;  ///< for the names of what is outside the window

QString words(const char* text) {
    return QCoreApplication::translate("TimelineRows", text);
}

TimelineBand band_of(const std::vector<SampleRow>& samples, std::string_view what, QString title,
                     QString unit) {
    TimelineBand band{std::move(title), std::move(unit), {}, {}, 1};
    for (const SampleRow& sample : samples) {
        if (sample.what != what || !std::isfinite(sample.value)) continue;
        band.at.push_back(sample.at);
        band.value.push_back(sample.value);
        band.top = std::max(band.top, std::ceil(sample.value));
    }
    return band;
}

}  // namespace

std::optional<double> TimelineBand::value_at(std::int64_t ns) const {
    const auto after = std::upper_bound(at.begin(), at.end(), ns);
    if (after == at.begin()) return {};
    return value[static_cast<std::size_t>(after - at.begin()) - 1];
}

const TimelineRow* TimelineRows::at(double y) const {
    for (const TimelineRow& row : rows) {
        if (std::abs(y - row.centre) <= row.half_height) return &row;
    }
    return nullptr;
}

const TimelineRow* TimelineRows::of_lane(int lane) const {
    for (const TimelineRow& row : rows) {
        if (row.lane == lane) return &row;
    }
    return nullptr;
}

TimelineRows timeline_rows(const Timeline& timeline) {
    TimelineRows found;
    double y = between_lanes;
    const auto add = [&](double half, int lane, int band) {
        found.rows.push_back({y + half, half, lane, band});
        y += 2 * half + between_lanes;
    };
    for (std::size_t lane = 0; lane < timeline.lanes.size(); ++lane) {
        if (lane > 0 && timeline.lanes[lane].stream != timeline.lanes[lane - 1].stream)
            y += between_streams;
        const bool is_client = timeline.lanes[lane].role == LaneRole::client;
        add(is_client ? client_half : lane_half, static_cast<int>(lane), -1);
    }
    const std::vector<SampleRow>& samples = timeline.frame.samples;
    for (TimelineBand& band :
         std::vector{band_of(samples, "foreign_cpu", words("other programs"), words("cores")),
                     band_of(samples, "load1", words("load, 1 min"), QString())}) {
        if (band.at.empty()) continue;
        if (found.bands.empty()) y += between_streams;
        found.bands.push_back(std::move(band));
        add(band_half, -1, static_cast<int>(found.bands.size()) - 1);
    }
    found.height = y + below;
    return found;
}

}  // namespace stallscope::app
