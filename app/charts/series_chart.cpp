// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/series_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/axis_range.h"
#include "charts/live_title.h"
#include "charts/plot_axes.h"
#include "charts/series_points.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "charts/visit_bands.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

QString empty_text() {
    return SeriesChart::tr(
        "No requests yet. There will be a mark for each request, at the time of its arrival.");
}

}  // namespace

SeriesChart::SeriesChart(QWidget* parent)
    : Chart(tr("Over the run"), XAxis::run_seconds, parent),
      m_points(new SeriesPoints(&plot())),
      m_bands(new VisitBands(&plot())) {
    setObjectName(QStringLiteral("series_chart"));
    plot().xAxis->setLabel(tr("time in the run, s"));
    connect(&plot(), &QCustomPlot::beforeReplot, this, &SeriesChart::tell_count);
    set_empty_text(empty_text());
}

void SeriesChart::make_series(const QStringList& cells) {
    m_points->series.clear();
    m_series.clear();
    for (const QString& cell : cells) {
        m_series.push_back(std::make_unique<Series>());
        m_series.back()->cell = cell;
        m_points->series.push_back(&m_series.back()->values);
    }
    apply_theme();
}

bool SeriesChart::take(const RunData& run, Series& series) {
    const bool changed = series.requests.update(
        run, series.cell, m_choice, [&] { series.values.clear(); },
        [&](const VisitData& visit, const StreamColumns& columns, std::size_t place) {
            const float ms = leg_ms(columns, place, m_choice.metric);
            if (std::isnan(ms)) return;
            series.fresh.push_back({visit.start_s + columns.at_s[place], ms});
        });
    series.values.add(std::exchange(series.fresh, {}));
    return changed;
}

void SeriesChart::show_run(const RunData& run, const LiveChoice& choice) {
    const QStringList cells = run.cells();
    const bool same_cells =
        std::equal(m_series.begin(), m_series.end(), cells.begin(), cells.end(),
                   [](const auto& series, const QString& cell) { return series->cell == cell; });
    bool changed = !same_cells || !(choice == m_choice);
    if (!same_cells) make_series(cells);
    m_choice = choice;
    for (const auto& series : m_series) changed = take(run, *series) || changed;
    if (!changed) return;
    set_title(tr("%1: over the run").arg(live_title(leg_title(choice.metric), choice)));
    plot().yAxis->setLabel(tr("%1, ms").arg(leg_title(choice.metric).toLower()));
    show_visits(run);
    const bool has_values = std::any_of(m_series.begin(), m_series.end(), [](const auto& series) {
        return series->values.size() > 0;
    });
    set_empty_text(has_values ? QString() : empty_text());
    content_changed();
}

void SeriesChart::show_visits(const RunData& run) {
    m_bands->bands.clear();
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const QString& cell = m_series[i]->cell;
        for (const VisitData* visit : run.visits_of(cell, m_choice.condition)) {
            m_bands->bands.push_back(
                {visit->start_s, visit->start_s + visit->window_s, cell, static_cast<int>(i)});
        }
    }
    std::sort(m_bands->bands.begin(), m_bands->bands.end(),
              [](const VisitBand& a, const VisitBand& b) { return a.begin_s < b.begin_s; });
}

void SeriesChart::tell_count() {
    qint64 n = 0;
    for (const auto& series : m_series) n += static_cast<qint64>(series->values.size());
    if (n == 0) return set_count({});
    const bool has_columns = m_points->in_view() > SeriesPoints::most_marks;
    set_count(has_columns ? tr("%1, lowest to highest").arg(count_text(n)) : count_text(n));
}

void SeriesChart::fit_axes() {
    double low_x = std::numeric_limits<double>::infinity();
    double high_x = -low_x;
    double low_y = 0;
    double high_y = 0;
    for (const auto& series : m_series) {
        if (series->values.size() == 0) continue;
        low_x = std::min(low_x, series->values.x(0));
        high_x = std::max(high_x, series->values.x(series->values.size() - 1));
        low_y = std::min<double>(low_y, series->values.y_range()->low);
        high_y = std::max<double>(high_y, series->values.y_range()->high);
    }
    for (const VisitBand& band : m_bands->bands) {
        low_x = std::min(low_x, band.begin_s);
        high_x = std::max(high_x, band.end_s);
    }
    set_range(*plot().xAxis, fitted(low_x, high_x, false, 0.01));
    // From zero, with room for the names of the cells.
    const AxisRange y = fitted(low_y, high_y, false, 0);
    set_range(*plot().yAxis, {y.low, y.high + 0.12 * (y.high - y.low), false});
}

void SeriesChart::apply_theme() {
    QList<SeriesKey> keys;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const int n = static_cast<int>(i);
        keys.append({m_series[i]->cell, QPen(series_colour(n, plot().palette())), {}, n});
    }
    set_keys(keys);
}

qint64 SeriesChart::count(const QString& cell) const {
    for (const auto& series : m_series) {
        if (series->cell == cell) return static_cast<qint64>(series->values.size());
    }
    return 0;
}

QString SeriesChart::summary() const {
    QStringList sentences;
    for (const auto& series : m_series) {
        const auto range = series->values.y_range();
        if (!range) continue;
        sentences += tr("Cell %1: n = %2, from %3 to %4.")
                         .arg(series->cell)
                         .arg(series->values.size())
                         .arg(ms_text(range->low), ms_text(range->high));
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(tr("%1 of stream %2 in condition %3 over the run.")
                          .arg(leg_title(m_choice.metric), m_choice.stream, m_choice.condition));
    return sentences.join(QLatin1Char(' '));
}

QByteArray SeriesChart::csv() const {
    QByteArray text = csv_line({QStringLiteral("cell"), QStringLiteral("run_s"),
                                leg_id(m_choice.metric) + QStringLiteral("_ms")});
    for (const auto& series : m_series) {
        const auto [first, last] = series->values.places(x_low(), x_high());
        for (std::size_t i = first; i < last; ++i) {
            text += csv_line(
                {series->cell, csv_number(series->values.x(i)), csv_number(series->values.y(i))});
        }
    }
    return text;
}

QString SeriesChart::values_at(double x) const {
    QStringList lines;
    const double reach = (x_high() - x_low()) / 50;
    for (const auto& series : m_series) {
        if (const auto point = series->values.in_force(x, reach)) {
            lines += QStringLiteral("%1: %2").arg(series->cell, ms_text(point->y));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stallscope::app
