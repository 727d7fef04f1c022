// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/detector_dip.h"
#include "analysis/detector_statistics.h"

namespace stallscope {
namespace {

constexpr double modes_p = 0.001;
constexpr double least_minor_share = 0.05;
const double least_distance = std::log1p(0.03);
/// Values pooled for one dip: its power is spent by then, its cost is not.
constexpr std::size_t most_pooled = 6000;
/// The dip is no test on fewer independent values than this.
constexpr std::size_t fewest_pooled = 200;
/// More equal values than this make steps of their own, not modes.
constexpr double most_ties = 0.2;

/// A kernel estimate on a grid; its peaks and valleys.
class Density {
public:
    static constexpr std::size_t bins = 512;

    explicit Density(std::span<const double> sorted) {
        // The outermost values would stretch the grid without holding a mode.
        const auto cut = sorted.size() / 200;
        m_values = sorted.subspan(cut, sorted.size() - 2 * cut);
        const double range = m_values.back() - m_values.front();
        m_from = m_values.front() - range / 8;
        m_step = range * 1.25 / static_cast<double>(bins - 1);
        for (const double value : m_values) {
            m_counts[index_of(value)] += 1;
        }
    }

    double step() const { return m_step; }
    double place(std::size_t bin) const { return m_from + m_step * static_cast<double>(bin); }

    std::array<double, bins> smoothed(double bandwidth) const {
        const double width = bandwidth / m_step;
        const auto reach = static_cast<std::size_t>(std::ceil(4 * width));
        std::vector<double> kernel;
        for (std::size_t i = 0; i <= reach; ++i) {
            const double z = static_cast<double>(i) / width;
            kernel.push_back(std::exp(-z * z / 2));
        }
        std::array<double, bins> density{};
        for (std::size_t bin = 0; bin < bins; ++bin) {
            if (m_counts[bin] == 0) {
                continue;
            }
            const std::size_t last = std::min(bins - 1, bin + reach);
            for (std::size_t to = bin - std::min(bin, reach); to <= last; ++to) {
                density[to] += m_counts[bin] * kernel[to > bin ? to - bin : bin - to];
            }
        }
        return density;
    }

private:
    std::size_t index_of(double value) const {
        const double bin = std::round((value - m_from) / m_step);
        return static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(bins - 1)));
    }

    std::span<const double> m_values;
    double m_from = 0, m_step = 1;
    std::array<double, bins> m_counts{};
};

/// The deepest valley that leaves enough on both sides, and the highest peak of each side.
std::optional<TwoModes> split_of(const Density& density,
                                 const std::array<double, Density::bins>& height,
                                 std::span<const double> sorted, double least_share) {
    std::optional<TwoModes> best;
    double best_depth = 0;
    for (std::size_t i = 1; i + 1 < Density::bins; ++i) {
        if (!(height[i] < height[i - 1] && height[i] <= height[i + 1])) {
            continue;
        }
        const auto at = height.begin() + static_cast<std::ptrdiff_t>(i);
        const auto low = std::max_element(height.begin(), at);
        const auto high = std::max_element(at, height.end());
        const double depth = std::min(*low, *high) - height[i];
        const double valley = density.place(i);
        const auto below = std::lower_bound(sorted.begin(), sorted.end(), valley);
        const double share =
            static_cast<double>(below - sorted.begin()) / static_cast<double>(sorted.size());
        const double minor = std::min(share, 1 - share);
        if (depth > best_depth && minor >= least_share) {
            best_depth = depth;
            best = TwoModes{density.place(static_cast<std::size_t>(low - height.begin())),
                            density.place(static_cast<std::size_t>(high - height.begin())), valley,
                            minor};
        }
    }
    return best;
}

/// The values of one half-visit around their median, and how many of them are worth one.
struct Centred {
    std::vector<double> values;
    double per_independent = 1;  ///< ≥ 1
};

Centred centred(const HalfDigest& half) {
    Centred centred;
    centred.values.assign(half.sample_ln.begin(), half.sample_ln.end());
    const double median = median_of(centred.values);
    for (double& value : centred.values) {
        value -= median;
    }
    // The sample is thinner than the requests already.
    const auto kept = static_cast<double>(centred.values.size());
    centred.per_independent = std::max(1.0, kept / std::max(1.0, half.n_eff));
    return centred;
}

/// What one group pools.
struct Pool {
    const VisitGroup* group = nullptr;
    std::vector<double> values;  ///< ascending, worth about that many independent ones
    std::vector<std::vector<double>> of_halves;  ///< all sampled, around their medians
};

std::optional<Pool> pool_of(const VisitGroup& group) {
    std::int64_t requests = 0;
    std::vector<double> ties;
    for (const DigestedVisit* visit : group.halves) {
        requests += visit->digest.n;
        ties.push_back(visit->digest.ties_at_p50);
    }
    if (group.rate() || requests < fewest_for_modes || median_of(std::move(ties)) > most_ties) {
        return std::nullopt;
    }
    Pool pool;
    pool.group = &group;
    std::vector<double> steps;
    for (const DigestedVisit* visit : group.halves) {
        if (!visit->digest.sample_ln.empty()) {
            Centred one = centred(visit->digest);
            steps.push_back(one.per_independent);
            pool.of_halves.push_back(std::move(one.values));
        }
    }
    std::size_t sampled = 0;
    for (const auto& values : pool.of_halves) {
        sampled += values.size();
    }
    const double least_step = static_cast<double>(sampled) / static_cast<double>(most_pooled);
    for (std::size_t h = 0; h < pool.of_halves.size(); ++h) {
        const auto& values = pool.of_halves[h];
        const double step = std::max(steps[h], least_step);
        for (double at = 0; at < static_cast<double>(values.size()); at += step) {
            pool.values.push_back(values[static_cast<std::size_t>(at)]);
        }
    }
    if (pool.values.size() < fewest_pooled) {
        return std::nullopt;
    }
    std::sort(pool.values.begin(), pool.values.end());
    return pool;
}

/// "6 … 14 %" of the values of each half-visit on the minor side.
std::string shares_words(const Pool& pool, const TwoModes& modes, bool minor_is_high) {
    double least = 1;
    double most = 0;
    for (const auto& values : pool.of_halves) {
        const auto high = std::count_if(values.begin(), values.end(),
                                        [&](double value) { return value > modes.valley; });
        const double share = static_cast<double>(high) / static_cast<double>(values.size());
        least = std::min(least, minor_is_high ? share : 1 - share);
        most = std::max(most, minor_is_high ? share : 1 - share);
    }
    return fmt::format("{:.0f} … {:.0f} %", least * 100, most * 100);
}

}  // namespace

std::optional<TwoModes> two_modes(std::span<const double> sorted, double least_share) {
    if (sorted.size() < 2 || !(sorted.back() > sorted.front())) {
        return std::nullopt;
    }
    const Density density(sorted);
    if (!(density.step() > 0)) {
        return std::nullopt;
    }
    constexpr double shrink = 0.85;
    const double narrowest = 1.5 * density.step();
    for (double bandwidth = density.step() * Density::bins / 4; bandwidth > narrowest;
         bandwidth *= shrink) {
        if (const auto split =
                split_of(density, density.smoothed(bandwidth), sorted, least_share)) {
            return split;
        }
    }
    return std::nullopt;
}

std::vector<Suspicion> look_for_modes(std::span<const VisitGroup> groups) {
    std::vector<Pool> pools;
    for (const VisitGroup& group : groups) {
        if (auto pool = pool_of(group)) {
            pools.push_back(std::move(*pool));
        }
    }
    const double level = std::min(modes_p, detector_level(pools.size()));
    std::vector<Suspicion> found;
    for (const Pool& pool : pools) {
        const double distance = dip(pool.values);
        const double p = dip_p(distance, pool.values.size());
        if (!(p < level)) {
            continue;
        }
        const auto modes = two_modes(pool.values, least_minor_share);
        if (!modes || modes->high - modes->low < least_distance) {
            continue;
        }
        const auto above = std::upper_bound(pool.values.begin(), pool.values.end(), modes->valley);
        const bool minor_is_high =
            2 * (pool.values.end() - above) < static_cast<std::ptrdiff_t>(pool.values.size());
        Suspicion suspicion = suspicion_at(*pool.group, "modes", "note", modes->minor_share);
        suspicion.says = fmt::format(
            "{} comes in two kinds {:.1f} % apart; the {} one holds {:.0f} % of the requests, {} "
            "in single half-visits (dip {:.3f} of {} values, {})",
            metric_words(pool.group->metric), std::expm1(modes->high - modes->low) * 100,
            minor_is_high ? "slower" : "faster", modes->minor_share * 100,
            shares_words(pool, *modes, minor_is_high), distance, pool.values.size(), p_words(p));
        suspicion.advice =
            "a mean stands between the two kinds; read the quantiles, and find out what the "
            "kinds are: an input, a neighbour's call, a state of the device";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
