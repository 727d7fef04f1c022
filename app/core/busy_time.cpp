// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/busy_time.h"

#include <algorithm>

namespace stallscope::app {
namespace {

// A later span can reach back over those that ended while it was in flight: one per other client.
constexpr std::size_t kept_open = 4096;

}  // namespace

BusyTime::BusyTime(double window_s, int parts)
    : m_window_s(window_s),
      m_part_s(window_s / std::max(1, parts)),
      m_settled(static_cast<std::size_t>(std::max(1, parts)), 0.0) {}

void BusyTime::add(double begin_s, double end_s) {
    Span span{std::max(begin_s, 0.0), std::min(end_s, m_window_s)};
    if (!(span.end > span.begin)) return;
    // Those that begin later and do not touch it wait aside; the rest that touches it melts into
    // it.
    auto place = m_open.end();
    while (place != m_open.begin() && std::prev(place)->begin > span.end) --place;
    auto first = place;
    while (first != m_open.begin() && std::prev(first)->end >= span.begin) {
        --first;
        m_total -= first->end - first->begin;
        span.begin = std::min(span.begin, first->begin);
        span.end = std::max(span.end, first->end);
    }
    place = m_open.erase(first, place);
    m_open.insert(place, span);
    m_total += span.end - span.begin;
    if (m_open.size() > kept_open) {
        spread(m_open.front(), m_part_s, m_settled);
        m_open.pop_front();
    }
}

void BusyTime::spread(const Span& span, double part_s, std::vector<double>& parts) {
    auto part = static_cast<std::size_t>(span.begin / part_s);
    for (; part < parts.size(); ++part) {
        const double low = static_cast<double>(part) * part_s;
        if (low >= span.end) break;
        parts[part] += std::max(0.0, std::min(span.end, low + part_s) - std::max(span.begin, low));
    }
}

std::vector<double> BusyTime::parts() const {
    std::vector<double> parts = m_settled;
    for (const Span& span : m_open) spread(span, m_part_s, parts);
    return parts;
}

}  // namespace stallscope::app
