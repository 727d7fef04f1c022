// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/time_series.h"

#include <algorithm>

namespace stallscope::app {
namespace {

bool earlier(const TimeSeries::Point& a, const TimeSeries::Point& b) {
    return a.x < b.x;
}

}  // namespace

void TimeSeries::add(std::vector<Point> points) {
    if (points.empty()) return;
    std::stable_sort(points.begin(), points.end(), earlier);
    // What is later than the first new one is taken off and comes back in order.
    const auto from = static_cast<std::size_t>(
        std::upper_bound(m_x.begin(), m_x.end(), points.front().x) - m_x.begin());
    if (from < m_x.size()) {
        std::vector<Point> tail;
        for (std::size_t i = from; i < m_x.size(); ++i) tail.push_back({m_x[i], y(i)});
        m_x.resize(from);
        m_y.truncate(from);
        std::vector<Point> both;
        both.reserve(tail.size() + points.size());
        std::merge(tail.begin(), tail.end(), points.begin(), points.end(), std::back_inserter(both),
                   earlier);
        points = std::move(both);
    }
    for (const Point& point : points) {
        m_x.push_back(point.x);
        m_y.push_back(point.y);
    }
}

void TimeSeries::clear() {
    m_x.clear();
    m_y = {};
}

std::pair<std::size_t, std::size_t> TimeSeries::places(double low, double high) const {
    const auto first = std::lower_bound(m_x.begin(), m_x.end(), low);
    const auto last = std::upper_bound(first, m_x.end(), high);
    return {static_cast<std::size_t>(first - m_x.begin()),
            static_cast<std::size_t>(last - m_x.begin())};
}

std::optional<MinMax> TimeSeries::y_range() const {
    if (m_x.empty()) return std::nullopt;
    return m_y.between(0, m_x.size());
}

std::vector<EnvelopeColumn> TimeSeries::envelope(double low, double high, int columns) const {
    std::vector<EnvelopeColumn> found;
    if (columns < 1 || !(high > low)) return found;
    const auto [first, last] = places(low, high);
    const double width = (high - low) / columns;
    std::size_t at = first;
    while (at < last) {
        const double column = std::min((m_x[at] - low) / width, columns - 1.0);
        const double begins = low + static_cast<int>(column) * width;
        const auto begin = m_x.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end = m_x.begin() + static_cast<std::ptrdiff_t>(last);
        auto next =
            static_cast<std::size_t>(std::lower_bound(begin, end, begins + width) - m_x.begin());
        next = std::max(next, at + 1);  // rounding must not stop the walk
        found.push_back({begins + width / 2, m_y.between(at, next), next - at});
        at = next;
    }
    return found;
}

std::optional<TimeSeries::Point> TimeSeries::in_force(double x, double reach) const {
    const auto after = std::upper_bound(m_x.begin(), m_x.end(), x);
    if (after == m_x.begin()) return std::nullopt;
    const auto place = static_cast<std::size_t>(after - m_x.begin()) - 1;
    if (m_x[place] < x - reach) return std::nullopt;
    return Point{m_x[place], y(place)};
}

}  // namespace stallscope::app
