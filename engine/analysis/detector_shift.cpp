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

/// The parts of a half-visit.
struct Parts {
    std::vector<double> means;
    std::vector<double> medians;  ///< of the parts' requests; empty for a rate
};

std::vector<double> all_there(const std::vector<std::optional<double>>& parts) {
    std::vector<double> values;
    for (const auto& part : parts) {
        if (part) {
            values.push_back(*part);
        }
    }
    return values.size() == parts.size() ? values : std::vector<double>{};
}

/// Nothing where a part is missing or there are too few.
std::optional<Parts> whole(const HalfDigest& half) {
    Parts parts{all_there(half.part_logs), all_there(half.part_median_logs)};
    const bool usable = parts.means.size() >= fewest_parts_for_shift &&
                        (half.rate || parts.medians.size() == parts.means.size());
    return usable ? std::optional(std::move(parts)) : std::nullopt;
}

/// A rate of requests whose times are looked at: in a closed loop it says the same again, and
/// nothing is known of its single requests.
bool said_by_times(std::span<const VisitGroup> groups, const VisitGroup& group) {
    return group.rate() && std::any_of(groups.begin(), groups.end(), [&](const VisitGroup& other) {
               return other.cell == group.cell && other.condition == group.condition &&
                      other.stream == group.stream && !other.rate();
           });
}

/// Of squared differences, the share of the largest that is left out, so that steps in every
/// half-visit do not hide themselves, and what is left of a normal's variance then.
constexpr double left_out = 0.15;
constexpr double variance_left = 0.5207;

/// Noise of a part from its neighbours, over all half-visits of a group: by the median, or by the
/// squares where bursts make many differences large.
double neighbour_noise(const std::vector<Parts>& visits) {
    std::vector<double> differences;
    for (const auto& [means, medians] : visits) {
        for (std::size_t i = 1; i < means.size(); ++i) {
            differences.push_back(std::abs(means[i] - means[i - 1]));
        }
    }
    std::sort(differences.begin(), differences.end());
    const auto kept = static_cast<std::size_t>(
        std::ceil((1 - left_out) * static_cast<double>(differences.size())));
    double squares = 0;
    for (std::size_t i = 0; i < kept; ++i) {
        squares += differences[i] * differences[i];
    }
    const double by_squares =
        std::sqrt(squares / static_cast<double>(std::max<std::size_t>(1, kept)) / variance_left);
    const double by_median = sd_per_mad * median_of(std::move(differences));
    return std::max(by_squares, by_median) / std::sqrt(2.0);
}

struct Split {
    std::size_t at = 0;  ///< parts before it
    double change = 0;   ///< after minus before
    double ratio = 0;    ///< in noise units, absolute
};

/// A step moves every part; bursts move some. All parts of the shorter side, and all but one of the
/// longer one, lie on their own side of the middle between the two levels.
bool is_clean_step(std::span<const double> before, std::span<const double> after, double low,
                   double high) {
    const double middle = (low + high) / 2;
    const auto strays = [&](std::span<const double> side, double level) {
        return std::count_if(side.begin(), side.end(),
                             [&](double part) { return (part < middle) != (level < middle); });
    };
    const auto from_before = strays(before, low);
    const auto from_after = strays(after, high);
    return before.size() <= after.size() ? from_before == 0 && from_after <= 1
                                         : from_after == 0 && from_before <= 1;
}

double spread_around(std::span<const double> values, double middle) {
    double squares = 0;
    for (const double value : values) {
        squares += (value - middle) * (value - middle);
    }
    return squares;
}

double farthest(std::span<const double> values, double middle) {
    double squares = 0;
    for (const double value : values) {
        squares = std::max(squares, (value - middle) * (value - middle));
    }
    return squares;
}

/// The middle request has to move as well, by half as much at least: bursts in a few parts in a row
/// move their means only.
bool moves_the_middle(const Parts& parts, const Split& split) {
    if (parts.medians.empty()) {
        return true;
    }
    const auto at = parts.medians.begin() + static_cast<std::ptrdiff_t>(split.at);
    const double change =
        median_of({at, parts.medians.end()}) - median_of({parts.medians.begin(), at});
    return change / split.change > 0.5;
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
        // The part in which the step lies is on neither level.
        const double squares = spread_around(before, low) + spread_around(after, high) -
                               std::max(farthest(before, low), farthest(after, high));
        const double own = std::sqrt(squares / static_cast<double>(m - 3));
        const double unit = std::max(noise, own) * std::sqrt(1.0 / static_cast<double>(k) +
                                                             1.0 / static_cast<double>(m - k));
        const double ratio = std::abs(high - low) / unit;
        if (ratio > largest.ratio && is_clean_step(before, after, low, high)) {
            largest = {k, high - low, ratio};
        }
    }
    return largest;
}

}  // namespace

std::vector<Suspicion> look_for_shift(std::span<const VisitGroup> groups) {
    std::vector<Suspicion> found;
    for (const VisitGroup& group : groups) {
        if (said_by_times(groups, group)) {
            continue;
        }
        std::vector<Parts> visits;
        for (const DigestedVisit* visit : group.halves) {
            if (auto parts = whole(visit->digest)) {
                visits.push_back(std::move(*parts));
            }
        }
        if (visits.empty()) {
            continue;
        }
        const double noise = neighbour_noise(visits);
        std::size_t shifted = 0;
        Split worst;
        std::size_t worst_parts = 0;
        for (const Parts& parts : visits) {
            const Split split = largest_split(parts.means, noise);
            if (split.ratio > least_shift_ratio && std::abs(split.change) > least_shift &&
                moves_the_middle(parts, split)) {
                ++shifted;
                if (std::abs(split.change) > std::abs(worst.change)) {
                    worst = split;
                    worst_parts = parts.means.size();
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
