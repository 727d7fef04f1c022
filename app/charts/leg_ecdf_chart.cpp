// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/leg_ecdf_chart.h"

#include <algorithm>
#include <array>
#include <limits>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/live_title.h"
#include "charts/plot_axes.h"
#include "charts/series_shape.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

constexpr std::array<double, 3> marked = {0.5, 0.95, 0.99};
/// More cells than this, and the key has their names only.
constexpr std::size_t most_with_figures = 4;

QString figure_or_dash(std::optional<double> value) {
    return figure_text(value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

QString empty_text() {
    return LegEcdfChart::tr(
        "No requests yet. There will be a line for each cell: the share of its requests that took "
        "at most so long.");
}

}  // namespace

LegEcdfChart::LegEcdfChart(QWidget* parent)
    : Chart(tr("Distribution"), XAxis::milliseconds, parent) {
    setObjectName(QStringLiteral("leg_ecdf_chart"));
    use_log_ticks(*plot().xAxis);
    plot().xAxis->setRange(0.1, 10);
    plot().yAxis->setLabel(tr("share of requests, %"));
    connect(&plot(), &QCustomPlot::beforeReplot, this, &LegEcdfChart::draw_lines);
    set_empty_text(empty_text());
}

void LegEcdfChart::make_lines(const QStringList& cells) {
    plot().clearGraphs();
    m_lines.clear();
    m_lines.resize(static_cast<std::size_t>(cells.size()));
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        Line& line = m_lines[i];
        line.cell = cells[static_cast<qsizetype>(i)];
        line.curve = plot().addGraph();
        line.curve->setLineStyle(QCPGraph::lsStepLeft);
        line.marks = plot().addGraph();
        line.marks->setLineStyle(QCPGraph::lsNone);
    }
    apply_theme();
}

void LegEcdfChart::show_run(const RunData& run, const LiveChoice& choice) {
    const QStringList cells = run.cells();
    const bool same_cells =
        std::equal(m_lines.begin(), m_lines.end(), cells.begin(), cells.end(),
                   [](const Line& line, const QString& cell) { return line.cell == cell; });
    bool changed = !same_cells || !(choice == m_choice);
    if (!same_cells) make_lines(cells);
    m_choice = choice;
    for (Line& line : m_lines) changed = line.values.update(run, line.cell, choice) || changed;
    if (!changed) return;
    set_title(tr("%1: distribution").arg(live_title(leg_title(choice.metric), choice)));
    plot().xAxis->setLabel(tr("%1, ms (logarithmic)").arg(leg_title(choice.metric).toLower()));
    qint64 n = 0;
    for (const Line& line : m_lines) n += static_cast<qint64>(line.values.size());
    set_count(n > 0 ? count_text(n) : QString());
    set_empty_text(n > 0 ? QString() : empty_text());
    m_is_stale = true;
    name_lines();
    content_changed();
}

void LegEcdfChart::name_lines() {
    QList<SeriesKey> keys;
    for (const Line& line : m_lines) {
        QString name = line.cell;
        const auto sorted = line.values.sorted();
        if (m_lines.size() <= most_with_figures && !sorted.empty()) {
            name = tr("%1: P50 %2, P95 %3, P99 %4 ms")
                       .arg(line.cell, figure_or_dash(shown_quantile(sorted, marked[0])),
                            figure_or_dash(shown_quantile(sorted, marked[1])),
                            figure_or_dash(shown_quantile(sorted, marked[2])));
        }
        keys.append({name, line.curve->pen(), {}});
    }
    set_keys(keys);
}

// The steps are those of the visible range, so that zooming in shows more of them.
void LegEcdfChart::draw_lines() {
    if (!m_is_stale && m_drawn_low == x_low() && m_drawn_high == x_high()) return;
    const int most = std::max(200, 2 * plot().viewport().width());
    for (Line& line : m_lines) {
        const auto sorted = line.values.sorted();
        QVector<QCPGraphData> steps;
        for (const EcdfStep& step : ecdf_steps(sorted, x_low(), x_high(), most)) {
            steps.append({step.x, step.share * 100});
        }
        line.curve->data()->set(steps, true);
        QVector<QCPGraphData> marks;
        for (const double p : marked) {
            if (const auto value = shown_quantile(sorted, p)) marks.append({*value, p * 100});
        }
        line.marks->data()->set(marks, true);
    }
    m_is_stale = false;
    m_drawn_low = x_low();
    m_drawn_high = x_high();
}

void LegEcdfChart::fit_axes() {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Line& line : m_lines) {
        const auto sorted = line.values.sorted();
        const auto first = std::upper_bound(sorted.begin(), sorted.end(), 0.0F);
        if (first == sorted.end()) continue;
        low = std::min<double>(low, *first);
        high = std::max<double>(high, sorted.back());
    }
    set_range(*plot().xAxis, fitted(low, high, true));
    set_range(*plot().yAxis, {0, 102, false});
}

void LegEcdfChart::apply_theme() {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const int n = static_cast<int>(i);
        m_lines[i].curve->setPen(series_pen(n, plot().palette(), 1.8));
        m_lines[i].marks->setScatterStyle(series_shape(n, series_colour(n, plot().palette()), 7));
    }
    name_lines();
}

std::optional<double> LegEcdfChart::quantile_ms(const QString& cell, double p) {
    for (Line& line : m_lines) {
        if (line.cell == cell) return shown_quantile(line.values.sorted(), p);
    }
    return std::nullopt;
}

qint64 LegEcdfChart::count(const QString& cell) const {
    for (const Line& line : m_lines) {
        if (line.cell == cell) return static_cast<qint64>(line.values.size());
    }
    return 0;
}

QString LegEcdfChart::summary() const {
    QStringList sentences;
    for (const Line& line : m_lines) {
        const auto sorted = line.values.sorted();
        if (sorted.empty()) continue;
        sentences += tr("Cell %1: n = %2, P50 %3 ms, P95 %4 ms, P99 %5 ms.")
                         .arg(line.cell)
                         .arg(sorted.size())
                         .arg(figure_or_dash(shown_quantile(sorted, marked[0])),
                              figure_or_dash(shown_quantile(sorted, marked[1])),
                              figure_or_dash(shown_quantile(sorted, marked[2])));
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(tr("Distribution of %1 of stream %2 in condition %3.")
                          .arg(leg_title(m_choice.metric), m_choice.stream, m_choice.condition));
    return sentences.join(QLatin1Char(' '));
}

QByteArray LegEcdfChart::csv() const {
    QByteArray text =
        csv_line({QStringLiteral("cell"), leg_id(m_choice.metric) + QStringLiteral("_ms"),
                  QStringLiteral("share_at_most")});
    for (const Line& line : m_lines) {
        for (const EcdfStep& step : ecdf_steps(line.values.sorted(), x_low(), x_high())) {
            text += csv_line({line.cell, csv_number(step.x), csv_number(step.share)});
        }
    }
    return text;
}

QString LegEcdfChart::values_at(double x) const {
    QStringList lines;
    for (const Line& line : m_lines) {
        const auto sorted = line.values.sorted();
        if (!sorted.empty()) {
            lines += tr("%1: %2 at most").arg(line.cell, percent_text(ecdf_at(sorted, x)));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stallscope::app
