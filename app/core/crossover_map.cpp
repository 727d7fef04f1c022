// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/crossover_map.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace stallscope::app {

CrossoverMap crossover_map(const Crossover& sweep) {
    CrossoverMap map;
    map.title = QStringLiteral("%1, %2, %3")
                    .arg(QString::fromStdString(sweep.subject.parser),
                         QString::fromStdString(sweep.subject.mode),
                         QString::fromStdString(sweep.subject.structure));
    map.proposed_bytes = sweep.proposed_bytes;
    std::set<int> sizes, counts;
    for (const CrossoverPoint& point : sweep.points) {
        sizes.insert(point.bytes_each);
        counts.insert(point.messages);
    }
    map.sizes.assign(sizes.begin(), sizes.end());
    map.counts.assign(counts.begin(), counts.end());
    map.fields.resize(map.sizes.size() * map.counts.size());
    std::vector<std::size_t> places;
    for (const CrossoverPoint& point : sweep.points) {
        const auto size = std::distance(sizes.begin(), sizes.find(point.bytes_each));
        const auto count = std::distance(counts.begin(), counts.find(point.messages));
        places.push_back(
            map.index(static_cast<std::size_t>(size), static_cast<std::size_t>(count)));
        map.fields[places.back()] = {point.best_workers, point.speedup, point.times.front().ms,
                                     point.best_ms};
    }
    map.measured = static_cast<int>(places.size());
    for (const PolicyRegret& policy : sweep.policies) {
        PolicyRegion region{QString::fromStdString(policy.policy), policy.median, policy.worst, {}};
        region.shares.resize(map.fields.size(), false);
        for (std::size_t i = 0; i < places.size(); ++i)
            region.shares[places[i]] = policy.choices[i].workers > 1;
        map.policies.push_back(std::move(region));
    }
    return map;
}

std::vector<BoundaryEdge> boundary_of(const CrossoverMap& map, const PolicyRegion& policy) {
    std::vector<BoundaryEdge> edges;
    const auto differ = [&](std::size_t a, std::size_t b) {
        return map.fields[a].workers > 0 && map.fields[b].workers > 0 &&
               policy.shares[a] != policy.shares[b];
    };
    for (std::size_t size = 0; size < map.sizes.size(); ++size) {
        for (std::size_t count = 0; count < map.counts.size(); ++count) {
            const auto x = static_cast<double>(count), y = static_cast<double>(size);
            const std::size_t here = map.index(size, count);
            if (count + 1 < map.counts.size() && differ(here, map.index(size, count + 1)))
                edges.push_back({x + 1, y, x + 1, y + 1});
            if (size + 1 < map.sizes.size() && differ(here, map.index(size + 1, count)))
                edges.push_back({x, y + 1, x + 1, y + 1});
        }
    }
    return edges;
}

}  // namespace stallscope::app
