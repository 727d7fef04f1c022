// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "analysis/results.h"

namespace stallscope::app {

/// One batch size of a sweep, as a field of the map.
struct CrossoverField {
    int workers = 0;  ///< the best number; 0: not measured
    double speedup = 1;
    double one_ms = 0, best_ms = 0;  ///< with one worker, with the best number
};

/// Where one policy takes more than one worker, field by field.
struct PolicyRegion {
    QString name;
    double median_regret = 0, worst_regret = 0;
    std::vector<bool> shares;  ///< by field
};

/// A crossover as fields: sizes of a mail from below to above, numbers of mails from left to right.
struct CrossoverMap {
    QString title;                       ///< parser, mode and shape
    std::vector<int> sizes, counts;      ///< ascending
    std::vector<CrossoverField> fields;  ///< by size, then count
    std::vector<PolicyRegion> policies;
    int measured = 0;  ///< fields
    int proposed_bytes = 0;

    std::size_t index(std::size_t size, std::size_t count) const {
        return size * counts.size() + count;
    }
};

CrossoverMap crossover_map(const Crossover& sweep);

/// One side of a field where a policy's choice changes, in fields from the lower left corner.
struct BoundaryEdge {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// Between the fields in which the policy takes one worker and those in which it takes more.
std::vector<BoundaryEdge> boundary_of(const CrossoverMap& map, const PolicyRegion& policy);

}  // namespace stallscope::app
