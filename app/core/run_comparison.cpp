// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run_comparison.h"

#include <QCoreApplication>
#include <cmath>
#include <numeric>
#include <utility>

#include "analysis/distributions.h"

namespace stallscope::app {
namespace {

struct Moments {
    double mean = 0, variance = 0, n = 0;  ///< variance with n − 1
};

Moments moments_of(std::span<const double> values) {
    Moments moments;
    moments.n = static_cast<double>(values.size());
    moments.mean = std::accumulate(values.begin(), values.end(), 0.0) / moments.n;
    for (const double value : values) {
        moments.variance += (value - moments.mean) * (value - moments.mean);
    }
    moments.variance /= moments.n - 1;
    return moments;
}

/// The values of one figure, one per cycle, on the scale on which they are compared.
using CycleSeries = std::vector<double>;

CycleSeries series_of(const std::map<int, VisitValue>& cycles) {
    CycleSeries series;
    for (const auto& [cycle, value] : cycles) {
        if (value.y) series.push_back(*value.y);
    }
    return series;
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// On the logarithmic scale of costs a rate is stored as −ln: it turns round.
double back(double y, CostScale scale) {
    return std::exp(scale == CostScale::rate ? -y : y);
}

void set_interval(ComparedFigure& figure, const CycleSeries& base, const CycleSeries& other,
                  CostScale scale) {
    const auto interval = welch(base, other);
    if (!interval) return;
    figure.low = back(interval->low, scale);
    figure.high = back(interval->high, scale);
    if (*figure.low > *figure.high) std::swap(*figure.low, *figure.high);
}

}  // namespace

QString comparison_method() {
    return QCoreApplication::translate("Comparison",
                                       "Welch's t over the cycles' logarithms, two-sided 95 %");
}

std::optional<WelchInterval> welch(std::span<const double> a, std::span<const double> b) {
    if (a.size() < 2 || b.size() < 2) return std::nullopt;
    const Moments of_a = moments_of(a), of_b = moments_of(b);
    const double part_a = of_a.variance / of_a.n, part_b = of_b.variance / of_b.n;
    const double variance = part_a + part_b;
    WelchInterval interval;
    interval.difference = of_b.mean - of_a.mean;
    // Welch (1938) with the degrees of freedom of Satterthwaite (1946).
    interval.df = variance > 0
                      ? variance * variance /
                            (part_a * part_a / (of_a.n - 1) + part_b * part_b / (of_b.n - 1))
                      : of_a.n + of_b.n - 2;
    const double half = t_quantile(0.975, interval.df) * std::sqrt(variance);
    interval.low = interval.difference - half;
    interval.high = interval.difference + half;
    return interval;
}

bool ComparedFigure::is_clear() const {
    return low && high && (*low > 1 || *high < 1);
}

std::vector<ComparedFigure> compare_runs(const RunResults& base, const RunResults& other) {
    std::vector<ComparedFigure> figures;
    for (const auto& [place, values] : base.values.streams) {
        const StreamValues* others = other.values.find(place);
        if (others == nullptr) continue;
        for (const auto& [figure, cycles] : values.values) {
            const auto found = others->values.find(figure);
            if (found == others->values.end()) continue;
            const CycleSeries in_base = series_of(cycles), in_other = series_of(found->second);
            if (in_base.empty() || in_other.empty()) continue;
            const CostScale scale = scale_of(figure.metric);
            ComparedFigure compared;
            compared.place = {QString::fromStdString(place.cell),
                              QString::fromStdString(place.condition),
                              QString::fromStdString(place.stream)};
            compared.metric = QString::fromStdString(figure.metric);
            compared.statistic = QString::fromStdString(figure.statistic);
            compared.unit =
                scale == CostScale::rate ? QStringLiteral("req/s") : QStringLiteral("ms");
            compared.base = back(mean_of(in_base), scale);
            compared.other = back(mean_of(in_other), scale);
            compared.base_cycles = static_cast<int>(in_base.size());
            compared.other_cycles = static_cast<int>(in_other.size());
            compared.ratio = compared.other / compared.base;
            set_interval(compared, in_base, in_other, scale);
            figures.push_back(std::move(compared));
        }
    }
    return figures;
}

}  // namespace stallscope::app
