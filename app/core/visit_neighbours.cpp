// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/visit_neighbours.h"

#include <algorithm>
#include <cmath>

namespace stallscope::app {
namespace {

/// A resumed run may have seen a restart of the machine, after which its steady clock began anew.
constexpr double most_apart_s = 60;

double between_s(const VisitRow& from, const VisitRow& to) {
    const double steady = static_cast<double>(to.origin_ns - from.origin_ns) / 1e9;
    const double wall = static_cast<double>(to.started_unix_ns - from.started_unix_ns) / 1e9;
    return std::abs(steady - wall) <= most_apart_s ? steady : wall;
}

}  // namespace

std::vector<VisitNeighbour> neighbours_of(const std::vector<StoredVisit>& visits,
                                          const std::vector<VisitChoice>& choices, qint64 shown) {
    QStringList cells;
    for (const VisitChoice& choice : choices)
        if (!cells.contains(choice.cell)) cells.append(choice.cell);
    const auto base = std::find_if(visits.begin(), visits.end(), [&](const StoredVisit& stored) {
        return stored.visit.id == shown && stored.visit.origin_ns != 0;
    });
    std::vector<VisitNeighbour> neighbours;
    if (base == visits.end()) return neighbours;
    for (const StoredVisit& stored : visits) {
        const VisitRow& visit = stored.visit;
        if (visit.id == shown || visit.origin_ns == 0) continue;
        const double begin = between_s(base->visit, visit);
        const QString cell = QString::fromStdString(visit.cell);
        neighbours.push_back({visit.id, begin, begin + visit.window_s,
                              cell + QStringLiteral(", ") + QString::fromStdString(visit.condition),
                              std::max(0, static_cast<int>(cells.indexOf(cell)))});
    }
    return neighbours;
}

}  // namespace stallscope::app
