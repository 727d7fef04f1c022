// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <optional>
#include <vector>

#include "core/timeline.h"

namespace stallscope::app {

/// By what one request is worse than another.
enum class WorstBy { return_leg, lock_wait, e2e };

QList<WorstBy> worst_metrics();
QString worst_id(WorstBy metric);     ///< as in results.json: "return", "lock_wait", "e2e"
QString worst_title(WorstBy metric);  ///< "Return leg"…

/// The counted requests of a visit, the worst first: those that arrived in the window and have the
/// stamps. Equal ones stay in the order of time.
class WorstRequests {
public:
    WorstRequests() = default;
    WorstRequests(const Timeline& timeline, WorstBy metric);

    int count() const { return static_cast<int>(m_order.size()); }
    const RequestRef& at(int rank) const { return m_order[static_cast<std::size_t>(rank)].request; }
    std::int64_t value_ns(int rank) const { return m_order[static_cast<std::size_t>(rank)].ns; }
    std::optional<int> rank_of(const RequestRef& request) const;  ///< 0: the worst

private:
    struct Entry {
        std::int64_t ns = 0;
        RequestRef request;
    };
    std::vector<Entry> m_order;
};

}  // namespace stallscope::app
