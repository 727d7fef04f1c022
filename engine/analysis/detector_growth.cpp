// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_growth.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

constexpr double mib = 1024.0 * 1024.0;
constexpr double least_rss_bytes = 16 * mib;
constexpr double rss_share_a_minute = 0.01;
constexpr double least_descriptors = 8;
constexpr double least_threads = 2;
constexpr double count_share = 0.10;
constexpr std::size_t fewest_visits = 2;
constexpr double frequency_share = 0.10;

struct Watched {
    std::string_view id;
    std::string_view words, unit, advice;
    std::map<std::string, Ends> VisitSignals::*by_role;
    double unit_size;
    double (*allowed)(const Ends&);
};

double allowed_bytes(const Ends& ends) {
    return std::max(least_rss_bytes, rss_share_a_minute * ends.minutes() * ends.start);
}

double allowed_descriptors(const Ends& ends) {
    return std::max(least_descriptors, count_share * ends.start);
}

double allowed_threads(const Ends& ends) {
    return std::max(least_threads, count_share * ends.start);
}

const Watched watched[] = {
    {"memory-growth", "resident memory", "MiB",
     "something is kept from request to request; a longer run will swap or slow down",
     &VisitSignals::rss_bytes, mib, allowed_bytes},
    {"descriptor-growth", "the number of open file descriptors", "descriptors",
     "close what a request opens; a longer run will reach the limit", &VisitSignals::descriptors, 1,
     allowed_descriptors},
    {"thread-growth", "the number of threads", "threads",
     "look for a pool that is made anew with each request", &VisitSignals::threads, 1,
     allowed_threads},
};

struct Grown {
    std::size_t visits = 0, grew = 0;
    std::vector<double> growths;  ///< of those that grew
};

/// Number of half-visits with readings at two times, and growth, by (cell, role).
std::map<std::pair<std::string, std::string>, Grown> grown(std::span<const SignalledVisit> visits,
                                                           const Watched& what) {
    std::map<std::pair<std::string, std::string>, Grown> by_role;
    for (const SignalledVisit& visit : visits) {
        for (const auto& [role, ends] : visit.signals.*what.by_role) {
            if (ends.end_ns <= ends.start_ns) {
                continue;
            }
            Grown& of_role = by_role[{visit.cell, role}];
            ++of_role.visits;
            if (ends.growth() > what.allowed(ends)) {
                ++of_role.grew;
                of_role.growths.push_back(ends.growth() / what.unit_size);
            }
        }
    }
    return by_role;
}

}  // namespace

std::vector<Suspicion> look_for_growth(std::span<const SignalledVisit> visits) {
    std::vector<Suspicion> found;
    for (const Watched& what : watched) {
        for (const auto& [place, of_role] : grown(visits, what)) {
            if (of_role.grew < fewest_visits || 3 * of_role.grew < 2 * of_role.visits) {
                continue;
            }
            Suspicion suspicion;
            suspicion.id = what.id;
            suspicion.severity = "warns";
            suspicion.cell = place.first;
            suspicion.size = median_of(of_role.growths);
            suspicion.says = fmt::format(
                "{} of the {} grows while a window lasts, in {} of {} visits; in the middle of "
                "them by {:.0f} {}",
                what.words, place.second, of_role.grew, of_role.visits, suspicion.size, what.unit);
            suspicion.advice = what.advice;
            found.push_back(std::move(suspicion));
        }
    }
    return found;
}

std::vector<Suspicion> look_for_frequency(std::span<const SignalledVisit> visits) {
    std::map<std::string, std::vector<double>> by_cell;
    for (const SignalledVisit& visit : visits) {
        if (visit.signals.khz_mean) {
            by_cell[visit.cell].push_back(*visit.signals.khz_mean);
        }
    }
    const std::string* slowest = nullptr;
    const std::string* fastest = nullptr;
    double least = 0;
    double most = 0;
    for (const auto& [cell, khz] : by_cell) {
        const double middle = median_of(khz);
        if (slowest == nullptr || middle < least) {
            slowest = &cell;
            least = middle;
        }
        if (fastest == nullptr || middle > most) {
            fastest = &cell;
            most = middle;
        }
    }
    if (slowest == nullptr || !(least > 0) || most <= least * (1 + frequency_share)) {
        return {};
    }
    Suspicion suspicion;
    suspicion.id = "frequency";
    suspicion.severity = "note";
    suspicion.cell = *slowest;
    suspicion.size = most / least - 1;
    suspicion.says = fmt::format(
        "the CPUs ran at {:.2f} GHz here and at {:.2f} GHz in cell {} (medians over the visits of "
        "the means over all CPUs)",
        least / 1e6, most / 1e6, *fastest);
    suspicion.advice =
        "a cell that leaves CPUs idle lets them slow down; fix the governor or the frequency to "
        "compare work and not clocks";
    return {suspicion};
}

}  // namespace stallscope
