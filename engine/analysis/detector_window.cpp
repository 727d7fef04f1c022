// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_window.h"

#include <fmt/format.h>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

struct Tested {
    const VisitGroup* group;
    std::vector<double> changes;  ///< one per half-visit
};

/// Applies `change` to the parts of every half-visit; groups that give at least two numbers.
template <class F>
std::vector<Tested> tested(std::span<const VisitGroup> groups, F change) {
    std::vector<Tested> all;
    for (const VisitGroup& group : groups) {
        Tested one{&group, {}};
        for (const DigestedVisit* visit : group.halves) {
            if (const auto value = change(visit->digest.part_logs)) {
                one.changes.push_back(*value);
            }
        }
        if (one.changes.size() >= 2) {
            all.push_back(std::move(one));
        }
    }
    return all;
}

using Parts = std::vector<std::optional<double>>;

std::optional<double> first_against_rest(const Parts& parts) {
    if (parts.size() < static_cast<std::size_t>(fewest_parts) || !parts.front()) {
        return std::nullopt;
    }
    std::vector<double> last_half;
    for (std::size_t i = parts.size() - parts.size() / 2; i < parts.size(); ++i) {
        if (parts[i]) {
            last_half.push_back(*parts[i]);
        }
    }
    return last_half.empty() ? std::nullopt
                             : std::optional(*parts.front() - median_of(std::move(last_half)));
}

/// What both of these detectors do with the change that they see inside a half-visit: a t over the
/// half-visits of a group, and a size that matters.
template <class Change, class Says>
std::vector<Suspicion> look_inside(std::span<const VisitGroup> groups, std::string_view id,
                                   Change change, Says says, std::string_view advice) {
    std::vector<Suspicion> found;
    const auto all = tested(groups, change);
    for (const Tested& one : all) {
        const VisitGroup& group = *one.group;
        const auto shift =
            notable_shift(one.changes, detector_level(all.size()), group.least_size());
        if (!shift) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, id, "warns", shift->size);
        suspicion.says = says(group, *shift);
        suspicion.advice = advice;
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace

std::vector<Suspicion> look_for_drift(std::span<const VisitGroup> groups) {
    return look_inside(
        groups, "drift-in-window", [](const Parts& parts) { return theil_sen_change(parts); },
        [](const VisitGroup& group, const Shift& shift) {
            return fmt::format("{} changes by {} from the start to the end of a window ({})",
                               metric_words(group.metric), percent_words(shift.size),
                               test_words(shift, "half-visits"));
        },
        "look at what runs hot or fills up while the window lasts; longer windows.settle or "
        "warm_up, or shorter windows, keep it out of the comparison");
}

std::vector<Suspicion> look_for_warm_up(std::span<const VisitGroup> groups) {
    return look_inside(
        groups, "warm-up", first_against_rest,
        [](const VisitGroup& group, const Shift& shift) {
            return fmt::format(
                "the first part of a window differs by {} in {} from the second half ({})",
                percent_words(shift.size), metric_words(group.metric),
                test_words(shift, "half-visits"));
        },
        "a longer windows.warm_up lets the stream settle before it is counted");
}

}  // namespace stallscope
