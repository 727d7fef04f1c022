// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_suspicions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace stallscope {
namespace {

constexpr double share_of_clean_runs = 0.01;

std::string place_of(const Suspicion& suspicion) {
    std::string place;
    const auto add = [&](std::string_view kind, const std::string& name) {
        if (!name.empty()) {
            place += fmt::format("{}{} {}", place.empty() ? "" : ", ", kind, name);
        }
    };
    add("cell", suspicion.cell);
    add("condition", suspicion.condition);
    add("stream", suspicion.stream);
    return place;
}

bool same_place(const Suspicion& a, const Suspicion& b) {
    return a.cell == b.cell && a.condition == b.condition && a.stream == b.stream;
}

bool smaller(const Suspicion* a, const Suspicion* b) {
    return std::abs(a->size) < std::abs(b->size);
}

/// The worst of each place.
std::vector<const Suspicion*> places_of(std::span<const Suspicion> all, std::string_view id) {
    std::vector<const Suspicion*> places;
    for (const Suspicion& suspicion : all) {
        if (suspicion.id != id) {
            continue;
        }
        const auto known = std::find_if(places.begin(), places.end(), [&](const Suspicion* other) {
            return same_place(*other, suspicion);
        });
        if (known == places.end()) {
            places.push_back(&suspicion);
        } else if (smaller(*known, &suspicion)) {
            *known = &suspicion;
        }
    }
    return places;
}

Finding finding_of(const Suspicion& suspicion, std::string where, std::string says) {
    return {std::string(suspicion.id), std::string(suspicion.severity), std::move(where),
            std::move(says), suspicion.advice};
}

}  // namespace

Suspicion suspicion_at(const VisitGroup& group, std::string_view id, std::string_view severity,
                       double size) {
    return {id, severity, group.cell, group.condition, group.stream, size, {}, {}};
}

Suspicion suspicion_at(const ComparedPair& pair, std::string_view id, std::string_view severity,
                       const std::string& stream, double size) {
    return {id, severity, pair.cell, pair.condition, stream, size, {}, {}};
}

PairKey key_of(const ComparedPair& pair, const std::string& stream) {
    return {pair.cell, pair.against, pair.condition, stream};
}

double detector_level(std::size_t tests) {
    return share_of_clean_runs / static_cast<double>(std::max<std::size_t>(tests, 1));
}

std::vector<Finding> summarised(std::span<const Suspicion> suspicions) {
    std::vector<Finding> findings;
    std::vector<std::string_view> seen;
    for (const Suspicion& suspicion : suspicions) {
        if (std::find(seen.begin(), seen.end(), suspicion.id) != seen.end()) {
            continue;
        }
        seen.push_back(suspicion.id);
        const auto places = places_of(suspicions, suspicion.id);
        if (places.size() <= most_places) {
            for (const Suspicion* place : places) {
                findings.push_back(finding_of(*place, place_of(*place), place->says));
            }
            continue;
        }
        const Suspicion& worst = **std::max_element(places.begin(), places.end(), smaller);
        findings.push_back(
            finding_of(worst, fmt::format("{} places, worst: {}", places.size(), place_of(worst)),
                       worst.says));
    }
    return findings;
}

}  // namespace stallscope
