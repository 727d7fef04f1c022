// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/thread_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/counted.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {

ThreadChart::ThreadChart(QWidget* parent)
    : Chart(tr("Time of a batch against threads"), XAxis::other, parent) {
    setObjectName(QStringLiteral("thread_chart"));
    plot().xAxis->setScaleType(QCPAxis::stLogarithmic);
    plot().xAxis->setLabel(tr("threads allowed (logarithmic)"));
    plot().yAxis->setLabel(tr("P50 of a call, ms (logarithmic)"));
    use_log_ticks(*plot().yAxis);
    set_definition(
        tr("What one call that parses a batch takes, against the number of threads it may use. A "
           "call may use fewer: that is what its policy decides."));
}

void ThreadChart::show_curves(std::vector<ThreadCurve> curves, const QString& empty) {
    m_curves = std::move(curves);
    plot().clearGraphs();
    std::set<int> numbers;
    int cells = 0;
    for (const ThreadCurve& curve : m_curves) {
        QCPGraph* graph = plot().addGraph();
        for (const ThreadPoint& point : curve.points) {
            graph->addData(point.threads, point.p50_ms);
            numbers.insert(point.threads);
            ++cells;
        }
    }
    // Only numbers that were measured are labelled: between them there is nothing.
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    for (const int number : numbers) ticker->addTick(number, QString::number(number));
    plot().xAxis->setTicker(ticker);
    set_count(m_curves.empty() ? QString() : counted(cells, tr("%1 cell"), tr("%1 cells")));
    set_empty_text(m_curves.empty() ? empty : QString());
    apply_theme();
    content_changed();
}

void ThreadChart::fit_axes() {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    double fewest = low, most = high;
    for (const ThreadCurve& curve : m_curves) {
        for (const ThreadPoint& point : curve.points) {
            low = std::min(low, point.p50_ms);
            high = std::max(high, point.p50_ms);
            fewest = std::min<double>(fewest, point.threads);
            most = std::max<double>(most, point.threads);
        }
    }
    set_range(*plot().xAxis, fitted(fewest, most, true));
    set_range(*plot().yAxis, fitted(low, high, true));
}

void ThreadChart::apply_theme() {
    const QPalette palette = plot().palette();
    QList<SeriesKey> keys;
    for (int i = 0; i < static_cast<int>(m_curves.size()); ++i) {
        QCPGraph* graph = plot().graph(i);
        graph->setPen(series_pen(i, palette, 1.8));
        const QColor colour = series_colour(i, palette);
        graph->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 6));
        keys += SeriesKey{m_curves[static_cast<std::size_t>(i)].name, graph->pen(), {}};
    }
    set_keys(keys);
}

QString ThreadChart::x_text(double x) const {
    return counted(std::lround(x), tr("%1 thread"), tr("%1 threads"));
}

QString ThreadChart::values_at(double x) const {
    QStringList lines;
    for (const ThreadCurve& curve : m_curves) {
        for (const ThreadPoint& point : curve.points) {
            if (point.threads != std::lround(x)) continue;
            lines += tr("%1: %2, %3 started")
                         .arg(curve.name, ms_text(point.p50_ms), figure_text(point.started));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString ThreadChart::summary() const {
    QStringList sentences;
    for (const ThreadCurve& curve : m_curves) {
        const auto [least, most] = std::minmax_element(
            curve.points.begin(), curve.points.end(),
            [](const ThreadPoint& a, const ThreadPoint& b) { return a.p50_ms < b.p50_ms; });
        sentences += tr("%1: least %2 with %3, most %4 with %5.")
                         .arg(curve.name, ms_text(least->p50_ms), x_text(least->threads),
                              ms_text(most->p50_ms), x_text(most->threads));
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(title() + QLatin1Char('.'));
    return sentences.join(QLatin1Char(' '));
}

QByteArray ThreadChart::csv() const {
    QByteArray text = csv_line({tr("batch and policy"), tr("cell"), tr("threads allowed"),
                                tr("P50 (ms)"), tr("P99 (ms)"), tr("threads started a call")});
    for (const ThreadCurve& curve : m_curves) {
        for (const ThreadPoint& point : curve.points) {
            if (point.threads < x_low() || point.threads > x_high()) continue;
            text += csv_line({curve.name, point.cell, QString::number(point.threads),
                              csv_number(point.p50_ms), csv_number(point.p99_ms),
                              csv_number(point.started)});
        }
    }
    return text;
}

}  // namespace stallscope::app
