// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_shift.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

/// σ of a normal over its median absolute deviation.
constexpr double sd_per_mad = 1.4826;

/// The parts of a half-visit, or nothing where one is missing or there are too few.
std::vector<double> whole(const HalfDigest& half) {
    std::vector<double> parts;
    for (const auto& part : half.part_logs) {
        if (part) {
            parts.push_back(*part);
        }
    }
    const bool usable =
        parts.size() == half.part_logs.size() && parts.size() >= fewest_parts_for_shift;
    return usable ? parts : std::vector<double>{};
}

/// Noise of a part from its neighbours, over all half-visits of a group.
double neighbour_noise(const std::vector<std::vector<double>>& visits) {
    std::vector<double> differences;
    for (const auto& parts : visits) {
        for (std::size_t i = 1; i < parts.size(); ++i) {
            differences.push_back(std::abs(parts[i] - parts[i - 1]));
        }
    }
    return sd_per_mad * median_of(std::move(differences)) / std::sqrt(2.0);
}

struct Split {
    std::size_t at = 0;  ///< parts before it
    double change = 0;   ///< after minus before
    double ratio = 0;    ///< in noise units, absolute
};

double spread_around(std::span<const double> values, double middle) {
    double squares = 0;
    for (const double value : values) {
        squares += (value - middle) * (value - middle);
    }
    return squares;
}

Split largest_split(std::span<const double> parts, double noise) {
    const std::size_t m = parts.size();
    const std::size_t least = std::max<std::size_t>(3, (3 * m + 9) / 10);
    Split largest;
    for (std::size_t k = least; k + least <= m; ++k) {
        const auto before = parts.first(k);
        const auto after = parts.subspan(k);
        const double low = median_of({before.begin(), before.end()});
        const double high = median_of({after.begin(), after.end()});
        const double own = std::sqrt((spread_around(before, low) + spread_around(after, high)) /
                                     static_cast<double>(m - 2));
        const double unit = std::max(noise, own) * std::sqrt(1.0 / static_cast<double>(k) +
                                                             1.0 / static_cast<double>(m - k));
        const double ratio = std::abs(high - low) / unit;
        if (ratio > largest.ratio) {
            largest = {k, high - low, ratio};
        }
    }
    return largest;
}

}  // namespace

std::vector<Suspicion> look_for_shift(std::span<const VisitGroup> groups) {
    std::vector<Suspicion> found;
    for (const VisitGroup& group : groups) {
        std::vector<std::vector<double>> visits;
        for (const DigestedVisit* visit : group.halves) {
            if (auto parts = whole(visit->digest); !parts.empty()) {
                visits.push_back(std::move(parts));
            }
        }
        if (visits.empty()) {
            continue;
        }
        const double noise = neighbour_noise(visits);
        std::size_t shifted = 0;
        Split worst;
        std::size_t worst_parts = 0;
        for (const auto& parts : visits) {
            const Split split = largest_split(parts, noise);
            if (split.ratio > least_shift_ratio && std::abs(split.change) > least_shift) {
                ++shifted;
                if (std::abs(split.change) > std::abs(worst.change)) {
                    worst = split;
                    worst_parts = parts.size();
                }
            }
        }
        if (shifted == 0) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, "shift-in-visit", "note", worst.change);
        suspicion.says = fmt::format(
            "{} steps to another level inside {} of {} half-visits; the largest by {} after part "
            "{} of {} ({:.1f} noise units)",
            metric_words(group.metric), shifted, visits.size(), percent_words(worst.change),
            worst.at, worst_parts, worst.ratio);
        suspicion.advice =
            "look at the timeline there: a change of frequency, another process or a mode of the "
            "device; it is kept in all figures";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
