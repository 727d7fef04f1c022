// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_course.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/detector_statistics.h"
#include "plan/draw.h"

namespace stallscope {
namespace {

constexpr double least_course_size = 0.02;
constexpr double shift_p = 0.001;
constexpr std::size_t least_segment = 5;
constexpr std::size_t most_permutations = 20000;
/// Permutations end once so many were at least as extreme: p is then known well enough.
constexpr std::size_t enough_as_extreme = 10;
constexpr std::uint64_t permutation_seed = 0x51A11;
constexpr double least_drift_ratio = 4;

struct Step {
    std::size_t at = 0;    ///< points before it
    double statistic = 0;  ///< |mean difference| in units of equal noise
    double change = 0;     ///< mean after minus mean before
};

/// The split with the largest standardised difference of means; residuals sum to zero or nearly.
Step largest_step(std::span<const double> residuals) {
    const std::size_t n = residuals.size();
    double total = 0;
    for (const double residual : residuals) {
        total += residual;
    }
    Step largest;
    double before = 0;
    for (std::size_t k = 1; k + least_segment <= n; ++k) {
        before += residuals[k - 1];
        if (k < least_segment) {
            continue;
        }
        const auto left = static_cast<double>(k);
        const auto right = static_cast<double>(n - k);
        const double change = (total - before) / right - before / left;
        const double statistic = std::abs(change) * std::sqrt(left * right / (left + right));
        if (statistic > largest.statistic) {
            largest = {k, statistic, change};
        }
    }
    return largest;
}

/// A stretch of a series with its (cell, condition) means removed.
class Stretch {
public:
    Stretch(std::span<const double> values, std::span<const std::size_t> strata, std::size_t count)
        : m_residuals(values.begin(), values.end()), m_members(count) {
        remove_means(m_residuals, strata, count);
        for (std::size_t i = 0; i < strata.size(); ++i) {
            m_members[strata[i]].push_back(i);
        }
    }

    Step step() const { return largest_step(m_residuals); }

    /// p of a step as large as `statistic`, one more than the rest counted in.
    double p(double statistic, double level) const {
        Draw draw(permutation_seed);
        const auto planned =
            std::min(most_permutations,
                     static_cast<std::size_t>(static_cast<double>(enough_as_extreme) / level));
        std::vector<double> shuffled(m_residuals);
        std::vector<double> of_stratum;
        std::size_t as_extreme = 0;
        for (std::size_t done = 1; done <= planned; ++done) {
            for (const auto& members : m_members) {
                of_stratum.clear();
                for (const std::size_t i : members) {
                    of_stratum.push_back(m_residuals[i]);
                }
                draw.shuffle(of_stratum);
                for (std::size_t j = 0; j < members.size(); ++j) {
                    shuffled[members[j]] = of_stratum[j];
                }
            }
            as_extreme += largest_step(shuffled).statistic >= statistic ? 1 : 0;
            if (as_extreme == enough_as_extreme) {
                return static_cast<double>(as_extreme) / static_cast<double>(done);
            }
        }
        return static_cast<double>(as_extreme + 1) / static_cast<double>(planned + 1);
    }

private:
    std::vector<double> m_residuals;
    std::vector<std::vector<std::size_t>> m_members;
};

struct FoundStep {
    Step step;  ///< `at` from the series' beginning
    double p = 1;
};

class Segmentation {
public:
    Segmentation(const RunSeries& series, double level)
        : m_values(residuals_of(series)),
          m_strata(strata_of(series)),
          m_count(series.strata),
          m_level(level) {
        divide(0, m_values.size());
    }

    const std::vector<FoundStep>& found() const { return m_found; }

private:
    void divide(std::size_t from, std::size_t to) {
        if (to - from < fewest_points / 2) {
            return;
        }
        const auto length = to - from;
        const auto values = std::span<const double>(m_values).subspan(from, length);
        const auto strata = std::span<const std::size_t>(m_strata).subspan(from, length);
        const Stretch stretch(values, strata, m_count);
        const Step step = stretch.step();
        if (std::abs(step.change) <= least_course_size) {
            return;
        }
        const double p = stretch.p(step.statistic, m_level);
        if (p >= m_level) {
            return;
        }
        m_found.push_back({{from + step.at, step.statistic, step.change}, p});
        divide(from, from + step.at);
        divide(from + step.at, to);
    }

    std::vector<double> m_values;
    std::vector<std::size_t> m_strata;
    std::size_t m_count;
    double m_level;
    std::vector<FoundStep> m_found;
};

Suspicion note_on(const RunSeries& series, std::string_view id, double size) {
    Suspicion suspicion;
    suspicion.id = id;
    suspicion.severity = "note";
    suspicion.stream = series.stream;
    suspicion.size = size;
    return suspicion;
}

}  // namespace

std::vector<Suspicion> look_for_run_shift(std::span<const RunSeries> all) {
    const auto long_enough = [](const RunSeries& series) {
        return series.points.size() >= fewest_points;
    };
    const auto tests = static_cast<std::size_t>(std::count_if(all.begin(), all.end(), long_enough));
    const double level = std::min(shift_p, detector_level(tests));
    std::vector<Suspicion> found;
    for (const RunSeries& series : all) {
        if (!long_enough(series)) {
            continue;
        }
        const Segmentation segmentation(series, level);
        const auto& steps = segmentation.found();
        if (steps.empty()) {
            continue;
        }
        const FoundStep& largest =
            *std::max_element(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
                return std::abs(a.step.change) < std::abs(b.step.change);
            });
        Suspicion suspicion = note_on(series, "shift-over-run", largest.step.change);
        suspicion.says = fmt::format(
            "{} steps to another level {} in the run; the largest by {} at half-visit {} of {}, "
            "in cycle {} (permutations within each cell, {})",
            metric_words(series.metric),
            steps.size() == 1 ? "once" : fmt::format("{} times", steps.size()),
            percent_words(largest.step.change), largest.step.at + 1, series.points.size(),
            series.points[largest.step.at].cycle + 1, p_words(largest.p));
        suspicion.advice = fmt::format(
            "look at what changed on the machine then; {}",
            series.mirrored ? "the mirrored order spreads it over all cells, at the price of wider "
                              "intervals"
                            : "measure again with \"order\": \"mirrored\", which spreads it over "
                              "all cells");
        found.push_back(std::move(suspicion));
    }
    return found;
}

std::vector<Suspicion> look_for_run_drift(std::span<const RunSeries> all) {
    std::vector<Suspicion> found;
    for (const RunSeries& series : all) {
        const auto n = static_cast<double>(series.points.size());
        const double df = n - static_cast<double>(series.strata) - 1;
        if (df < fewest_df) {
            continue;
        }
        const std::vector<double> y = residuals_of(series);
        std::vector<double> x;
        int first = series.points.front().position;
        int last = series.points.back().position;
        for (const SeriesPoint& point : series.points) {
            x.push_back(static_cast<double>(point.position));
        }
        remove_means(x, strata_of(series), series.strata);
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (std::size_t i = 0; i < y.size(); ++i) {
            xx += x[i] * x[i];
            xy += x[i] * y[i];
            yy += y[i] * y[i];
        }
        if (!(xx > 0)) {
            continue;
        }
        const double slope = xy / xx;
        const double change = slope * static_cast<double>(last - first);
        const double se = std::sqrt(std::max(0.0, yy - slope * xy) / df / xx);
        if (std::abs(change) <= least_course_size || std::abs(slope) <= least_drift_ratio * se) {
            continue;
        }
        Suspicion suspicion = note_on(series, "drift-over-run", change);
        suspicion.says = fmt::format(
            "{} changes by {} from the first to the last visit, a straight line "
            "through {} half-visits{}",
            metric_words(series.metric), percent_words(change), series.points.size(),
            series.mirrored ? "; cancelled by the order" : "");
        suspicion.advice = series.mirrored
                               ? "nothing to do: each cycle is run there and back"
                               : "measure with \"order\": \"mirrored\": a drift then hits all "
                                 "cells alike";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
