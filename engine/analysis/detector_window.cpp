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

}  // namespace

std::vector<Suspicion> look_for_drift(std::span<const VisitGroup> groups) {
    std::vector<Suspicion> found;
    const auto all = tested(groups, [](const Parts& parts) { return theil_sen_change(parts); });
    for (const Tested& one : all) {
        const VisitGroup& group = *one.group;
        const auto shift =
            notable_shift(one.changes, detector_level(all.size()), group.least_size());
        if (!shift) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, "drift-in-window", "warns", shift->size);
        suspicion.says = fmt::format("{} changes by {} from the start to the end of a window ({})",
                                     metric_words(group.metric), percent_words(shift->size),
                                     test_words(*shift, "half-visits"));
        suspicion.advice =
            "look at what runs hot or fills up while the window lasts; longer windows.settle or "
            "warm_up, or shorter windows, keep it out of the comparison";
        found.push_back(std::move(suspicion));
    }
    return found;
}

std::vector<Suspicion> look_for_warm_up(std::span<const VisitGroup> groups) {
    std::vector<Suspicion> found;
    const auto all = tested(groups, first_against_rest);
    for (const Tested& one : all) {
        const VisitGroup& group = *one.group;
        const auto shift =
            notable_shift(one.changes, detector_level(all.size()), group.least_size());
        if (!shift) {
            continue;
        }
        Suspicion suspicion = suspicion_at(group, "warm-up", "warns", shift->size);
        suspicion.says =
            fmt::format("the first part of a window differs by {} in {} from the second half ({})",
                        percent_words(shift->size), metric_words(group.metric),
                        test_words(*shift, "half-visits"));
        suspicion.advice = "a longer windows.warm_up lets the stream settle before it is counted";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
