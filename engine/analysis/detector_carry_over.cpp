// SPDX-License-Identifier: Apache-2.0
#include "analysis/detector_carry_over.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/detector_statistics.h"
#include "analysis/distributions.h"

namespace stallscope {
namespace {

const double least_difference = std::log1p(0.01);
/// Means of two crossed classifications are taken out in turn; that converges fast on the nearly
/// balanced plans of a run.
constexpr int sweeps = 40;

class PredecessorFit {
public:
    explicit PredecessorFit(const RunSeries& series) : m_series(series) {
        for (const SeriesPoint& point : series.points) {
            if (!point.after_cell.empty()) {
                m_columns.insert(point.after_cell);
            }
        }
        fit();
    }

    bool usable() const { return m_rank > 0 && m_df > 0; }
    double p() const { return m_p; }
    double f() const { return m_f; }
    std::size_t rank() const { return m_rank; }
    double df() const { return m_df; }
    /// Between the predecessors with the largest and the smallest effect, and who they are.
    double difference() const { return m_difference; }
    const std::string& slowest() const { return m_largest; }
    const std::string& other() const { return m_smallest; }

private:
    void project(std::vector<double>& values) const {
        const auto strata = strata_of(m_series);
        const auto passes = passes_of(m_series);
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            remove_means(values, strata, m_series.strata);
            remove_means(values, passes, m_series.passes);
        }
    }

    void fit() {
        const std::size_t n = m_series.points.size();
        std::vector<double> y;
        for (const SeriesPoint& point : m_series.points) {
            y.push_back(point.log);
        }
        project(y);
        // Gram–Schmidt on the columns: one that says nothing new is left out.
        std::vector<std::vector<double>> basis;
        double explained = 0;
        for (const std::string& cell : m_columns) {
            std::vector<double> column;
            for (const SeriesPoint& point : m_series.points) {
                column.push_back(point.after_cell == cell ? 1 : 0);
            }
            project(column);
            const double before = dot(column, column);
            for (const auto& direction : basis) {
                subtract(column, direction, dot(column, direction));
            }
            const double length = dot(column, column);
            if (!(length > 1e-6 * std::max(before, 1.0))) {
                continue;
            }
            for (double& value : column) {
                value /= std::sqrt(length);
            }
            const double part = dot(y, column);
            explained += part * part;
            basis.push_back(std::move(column));
        }
        m_rank = basis.size();
        // Each condition's cells and passes share one mean.
        m_df = static_cast<double>(n) - static_cast<double>(m_series.strata) -
               static_cast<double>(m_series.passes) + static_cast<double>(m_series.conditions) -
               static_cast<double>(m_rank);
        const double left = dot(y, y) - explained;
        if (!usable() || !(left > 0)) {
            m_rank = 0;
            return;
        }
        m_f = explained / static_cast<double>(m_rank) / (left / m_df);
        m_p = 1 - f_cdf(m_f, static_cast<double>(m_rank), m_df);
        std::vector<double> fitted(n, 0);
        for (const auto& direction : basis) {
            subtract(fitted, direction, -dot(y, direction));
        }
        compare(fitted);
    }

    /// The fit is a sum of effects per predecessor minus means: its average over the points of a
    /// predecessor understates the effect, never overstates it.
    void compare(const std::vector<double>& fitted) {
        bool first = true;
        double largest = 0;
        double smallest = 0;
        for (const std::string& cell : m_columns) {
            double sum = 0;
            double count = 0;
            for (std::size_t i = 0; i < fitted.size(); ++i) {
                if (m_series.points[i].after_cell == cell) {
                    sum += fitted[i];
                    count += 1;
                }
            }
            const double effect = sum / count;
            if (first || effect > largest) {
                largest = effect;
                m_largest = cell;
            }
            if (first || effect < smallest) {
                smallest = effect;
                m_smallest = cell;
            }
            first = false;
        }
        m_difference = largest - smallest;
    }

    static double dot(const std::vector<double>& a, const std::vector<double>& b) {
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    static void subtract(std::vector<double>& from, const std::vector<double>& what, double times) {
        for (std::size_t i = 0; i < from.size(); ++i) {
            from[i] -= times * what[i];
        }
    }

    const RunSeries& m_series;
    std::set<std::string> m_columns;
    std::size_t m_rank = 0;
    double m_df = 0, m_f = 0, m_p = 1, m_difference = 0;
    std::string m_largest, m_smallest;
};

}  // namespace

std::vector<Suspicion> look_for_carry_over(std::span<const RunSeries> all) {
    std::vector<std::pair<const RunSeries*, PredecessorFit>> fits;
    for (const RunSeries& series : all) {
        if (series.points.size() >= fewest_points) {
            if (PredecessorFit fit(series); fit.usable()) {
                fits.emplace_back(&series, std::move(fit));
            }
        }
    }
    std::vector<Suspicion> found;
    for (const auto& [series, fit] : fits) {
        if (!(fit.p() < detector_level(fits.size())) || fit.difference() <= least_difference) {
            continue;
        }
        Suspicion suspicion;
        suspicion.id = "carry-over";
        suspicion.severity = "warns";
        suspicion.stream = series->stream;
        suspicion.size = fit.difference();
        suspicion.says = fmt::format(
            "{} depends on the cell that was measured just before: {} after cell {} against after "
            "cell {} (F = {:.1f} on {} and {:.0f} degrees of freedom, {})",
            metric_words(series->metric), percent_words(fit.difference()), fit.slowest(),
            fit.other(), fit.f(), fit.rank(), fit.df(), p_words(fit.p()));
        suspicion.advice =
            "a longer windows.settle lets the machine forget the visit before; the order of the "
            "cells is drawn anew each cycle, so this widens the intervals more than it shifts them";
        found.push_back(std::move(suspicion));
    }
    return found;
}

}  // namespace stallscope
