// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worst_requests.h"

#include <QCoreApplication>
#include <algorithm>

#include "analysis/legs.h"

namespace stallscope::app {
namespace {

Leg leg_of(WorstBy metric) {
    switch (metric) {
        case WorstBy::return_leg:
            return Leg::return_leg;
        case WorstBy::lock_wait:
            return Leg::lock_wait;
        case WorstBy::e2e:
            break;
    }
    return Leg::e2e;
}

}  // namespace

QList<WorstBy> worst_metrics() {
    return {WorstBy::return_leg, WorstBy::lock_wait, WorstBy::e2e};
}

QString worst_id(WorstBy metric) {
    const std::string_view name = name_of(leg_of(metric));
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString worst_title(WorstBy metric) {
    switch (metric) {
        case WorstBy::return_leg:
            return QCoreApplication::translate("WorstRequests", "Return leg");
        case WorstBy::lock_wait:
            return QCoreApplication::translate("WorstRequests", "Lock wait");
        case WorstBy::e2e:
            break;
    }
    return QCoreApplication::translate("WorstRequests", "End to end");
}

WorstRequests::WorstRequests(const Timeline& timeline, WorstBy metric) {
    const Leg leg = leg_of(metric);
    for (std::size_t stream = 0; stream < timeline.streams.size(); ++stream) {
        const std::vector<RequestRow>& rows = timeline.streams[stream].rows->requests;
        for (std::size_t row = 0; row < rows.size(); ++row) {
            if (rows[row].arrival < 0 || rows[row].arrival >= timeline.frame.window_ns) continue;
            const std::int64_t ns = leg_ns(leg, rows[row]);
            if (ns == not_taken) continue;
            m_order.push_back(
                {ns, {static_cast<int>(stream), false, static_cast<std::uint32_t>(row)}});
        }
    }
    std::stable_sort(m_order.begin(), m_order.end(),
                     [](const Entry& a, const Entry& b) { return a.ns > b.ns; });
}

std::optional<int> WorstRequests::rank_of(const RequestRef& request) const {
    const auto found = std::find_if(m_order.begin(), m_order.end(),
                                    [&](const Entry& entry) { return entry.request == request; });
    if (found == m_order.end()) return {};
    return static_cast<int>(found - m_order.begin());
}

}  // namespace stallscope::app
