// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/throughput_chart.h"

#include <algorithm>
#include <limits>
#include <numeric>

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

QString rate_text(double rate_hz) {
    return ThroughputChart::tr("%1 requests/s").arg(figure_text(rate_hz));
}

double mean_of(const std::vector<PartRate>& parts) {
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double sum, const PartRate& part) { return sum + part.rate_hz; }) /
           static_cast<double>(parts.size());
}

QString empty_text() {
    return ThroughputChart::tr(
        "No part of a window is over yet. There will be the requests per second of every tenth of "
        "every window.");
}

}  // namespace

ThroughputChart::ThroughputChart(QWidget* parent)
    : Chart(tr("Throughput"), XAxis::run_seconds, parent),
      m_marks(new SeriesPoints(&plot())),
      m_bands(new VisitBands(&plot())) {
    setObjectName(QStringLiteral("throughput_chart"));
    plot().xAxis->setLabel(tr("time in the run, s"));
    plot().yAxis->setLabel(tr("throughput, requests/s"));
    set_empty_text(empty_text());
}

void ThroughputChart::make_series(const QStringList& cells) {
    plot().clearGraphs();
    m_marks->series.clear();
    m_series.clear();
    for (const QString& cell : cells) m_series.push_back({cell, {}, {}, plot().addGraph()});
    for (const Series& series : m_series) m_marks->series.push_back(&series.middles);
    apply_theme();
}

void ThroughputChart::show_run(const RunData& run, const RunTally& tally,
                               const LiveChoice& choice) {
    const QStringList cells = run.cells();
    const bool same_cells =
        std::equal(m_series.begin(), m_series.end(), cells.begin(), cells.end(),
                   [](const Series& series, const QString& cell) { return series.cell == cell; });
    if (!same_cells) make_series(cells);
    m_choice = choice;
    m_bands->bands.clear();
    qint64 parts = 0;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        Series& series = m_series[i];
        series.parts = tally.part_rates(run, series.cell, choice.condition, choice.stream);
        parts += static_cast<qint64>(series.parts.size());
        draw_parts(series);
        for (const VisitData* visit : run.visits_of(series.cell, choice.condition)) {
            m_bands->bands.push_back({visit->start_s, visit->start_s + visit->window_s, series.cell,
                                      static_cast<int>(i)});
        }
    }
    std::sort(m_bands->bands.begin(), m_bands->bands.end(),
              [](const VisitBand& a, const VisitBand& b) { return a.begin_s < b.begin_s; });
    set_title(tr("%1: tenths of windows").arg(live_title(tr("Throughput"), choice)));
    set_count(parts > 0 ? tr("n = %1 parts").arg(parts) : QString());
    set_empty_text(parts > 0 ? QString() : empty_text());
    content_changed();
}

void ThroughputChart::draw_parts(Series& series) {
    constexpr double gap = std::numeric_limits<double>::quiet_NaN();
    QVector<QCPGraphData> steps;
    std::vector<TimeSeries::Point> middles;
    for (const PartRate& part : series.parts) {
        if (part.part == 0 && !steps.isEmpty()) steps.append({part.begin_s, gap});
        steps.append({part.begin_s, part.rate_hz});
        steps.append({part.end_s, part.rate_hz});
        middles.push_back({(part.begin_s + part.end_s) / 2, static_cast<float>(part.rate_hz)});
    }
    series.steps->data()->set(steps, true);
    series.middles.clear();
    series.middles.add(std::move(middles));
}

void ThroughputChart::fit_axes() {
    double low_x = std::numeric_limits<double>::infinity();
    double high_x = -low_x;
    double high_y = 0;
    for (const VisitBand& band : m_bands->bands) {
        low_x = std::min(low_x, band.begin_s);
        high_x = std::max(high_x, band.end_s);
    }
    for (const Series& series : m_series) {
        for (const PartRate& part : series.parts) high_y = std::max(high_y, part.rate_hz);
    }
    set_range(*plot().xAxis, fitted(low_x, high_x, false, 0.01));
    // From zero, with room for the names of the cells.
    set_range(*plot().yAxis, {0, high_y > 0 ? high_y * 1.15 : 1, false});
}

void ThroughputChart::apply_theme() {
    QList<SeriesKey> keys;
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const int n = static_cast<int>(i);
        const QColor colour = series_colour(n, plot().palette());
        m_series[i].steps->setPen(QPen(colour, 1.5));
        keys.append({m_series[i].cell, QPen(colour), {}, n});
    }
    set_keys(keys);
}

std::optional<double> ThroughputChart::mean_rate_hz(const QString& cell) const {
    for (const Series& series : m_series) {
        if (series.cell == cell && !series.parts.empty()) return mean_of(series.parts);
    }
    return std::nullopt;
}

QString ThroughputChart::summary() const {
    QStringList sentences;
    for (const Series& series : m_series) {
        if (series.parts.empty()) continue;
        const auto [low, high] = std::minmax_element(
            series.parts.begin(), series.parts.end(),
            [](const PartRate& a, const PartRate& b) { return a.rate_hz < b.rate_hz; });
        sentences += tr("Cell %1: mean %2, from %3 to %4, n = %5 parts.")
                         .arg(series.cell, rate_text(mean_of(series.parts)),
                              figure_text(low->rate_hz), figure_text(high->rate_hz))
                         .arg(series.parts.size());
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(tr("Throughput of stream %1 in condition %2 in tenths of the windows.")
                          .arg(m_choice.stream, m_choice.condition));
    return sentences.join(QLatin1Char(' '));
}

QByteArray ThroughputChart::csv() const {
    QByteArray text =
        csv_line({QStringLiteral("cell"), QStringLiteral("visit"), QStringLiteral("part"),
                  QStringLiteral("begin_s"), QStringLiteral("end_s"), QStringLiteral("rate_hz")});
    for (const Series& series : m_series) {
        for (const PartRate& part : series.parts) {
            if (part.end_s < x_low() || part.begin_s > x_high()) continue;
            text += csv_line({series.cell, QString::number(part.visit), QString::number(part.part),
                              csv_number(part.begin_s), csv_number(part.end_s),
                              csv_number(part.rate_hz)});
        }
    }
    return text;
}

QString ThroughputChart::values_at(double x) const {
    QStringList lines;
    for (const Series& series : m_series) {
        const auto part =
            std::upper_bound(series.parts.begin(), series.parts.end(), x,
                             [](double wanted, const PartRate& one) { return wanted < one.end_s; });
        if (part == series.parts.end() || part->begin_s > x) continue;
        lines += QStringLiteral("%1: %2").arg(series.cell, rate_text(part->rate_hz));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stallscope::app
