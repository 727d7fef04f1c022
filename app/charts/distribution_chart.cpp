// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/distribution_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"
#include "core/log_histogram.h"
#include "core/sorted_values.h"

namespace stallscope::app {
namespace {

constexpr std::array<double, 3> marked = {0.5, 0.95, 0.99};
constexpr double bins_per_decade = 24;
constexpr std::size_t fewest_bins = 60;
/// More lines than this, and the key has their names only.
constexpr std::size_t most_with_figures = 4;

using Sorted = std::span<const float>;

Sorted sorted_of(const DistributionLine& line) {
    return line.column ? Sorted(line.column->sorted_ms) : Sorted();
}

QString figure_or_dash(std::optional<double> value) {
    return figure_text(value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

/// How many cannot stand on a logarithmic axis.
std::size_t at_zero(Sorted sorted) {
    return static_cast<std::size_t>(std::upper_bound(sorted.begin(), sorted.end(), 0.0F) -
                                    sorted.begin());
}

QColor faint(QColor colour) {
    colour.setAlphaF(0.12F);
    return colour;
}

}  // namespace

DistributionChart::DistributionChart(QWidget* parent)
    : Chart(tr("Distribution"), XAxis::milliseconds, parent) {
    setObjectName(QStringLiteral("distribution_chart"));
    use_log_ticks(*plot().xAxis);
    plot().xAxis->setRange(0.1, 10);
    connect(&plot(), &QCustomPlot::beforeReplot, this, &DistributionChart::draw_curves);
    set_view(DistributionView::histogram);
    set_empty_text(tr("Nothing has been read yet"));
}

void DistributionChart::set_view(DistributionView view) {
    m_view = view;
    m_is_stale = true;
    plot().yAxis->setLabel(view == DistributionView::histogram ? tr("share of requests per bin, %")
                                                               : tr("share of requests, %"));
    set_follow(true);
    apply_theme();
    content_changed();
}

void DistributionChart::make_curves(std::size_t wanted) {
    if (m_lines.size() == wanted) return;
    plot().clearGraphs();
    m_lines.assign(wanted, {});
    for (Line& line : m_lines) {
        line.curve = plot().addGraph();
        line.curve->setLineStyle(QCPGraph::lsStepLeft);
        line.marks = plot().addGraph();
        line.marks->setLineStyle(QCPGraph::lsNone);
    }
}

void DistributionChart::show_lines(const QString& title, const QString& what,
                                   std::vector<DistributionLine> lines) {
    make_curves(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        static_cast<DistributionLine&>(m_lines[i]) = std::move(lines[i]);
    }
    m_what = what;
    m_is_stale = true;
    set_title(title);
    plot().xAxis->setLabel(tr("%1, ms (logarithmic)").arg(what.toLower()));
    std::tie(m_low, m_high) = content();
    set_heading();
    apply_theme();
    content_changed();
}

void DistributionChart::set_heading() {
    std::size_t n = 0, zero = 0;
    int read = 0, visits = 0;
    for (const Line& line : m_lines) {
        n += sorted_of(line).size();
        zero += at_zero(sorted_of(line));
        if (line.column) read += line.column->visits_read, visits += line.column->visits;
    }
    QString heading = count_text(static_cast<qint64>(n));
    if (zero > 0) heading += tr(", of these %1 at 0").arg(zero);
    if (read < visits) heading += tr(", reading: %1 of %2 visits").arg(read).arg(visits);
    set_count(heading);
    const bool all_read = std::all_of(m_lines.begin(), m_lines.end(), [](const Line& line) {
        return line.column && line.column->complete();
    });
    const QString why_empty =
        m_lines.empty() ? tr("No cell is chosen")
        : !all_read     ? tr("Reading the requests …")
        : n > 0         ? tr("All times are 0: there is nothing to show on a logarithmic axis")
                : tr("This time was not stamped here: the placement has no such step, or the host "
                     "was run without its stamps");
    set_empty_text(n > zero ? QString() : why_empty);
}

std::pair<double, double> DistributionChart::content() const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Line& line : m_lines) {
        const Sorted sorted = sorted_of(line);
        const std::size_t first = at_zero(sorted);
        if (first == sorted.size()) continue;
        low = std::min(low, static_cast<double>(sorted[first]));
        high = std::max(high, static_cast<double>(sorted.back()));
    }
    const AxisRange range = fitted(low, high, true);
    return {range.low, range.high};
}

std::size_t DistributionChart::bins() const {
    const double wanted = std::log10(m_high / m_low) * bins_per_decade;
    return std::max(fewest_bins, static_cast<std::size_t>(std::ceil(wanted)));
}

// The steps of the cumulative view are those of the visible range, so that zooming in shows more.
void DistributionChart::draw_curves() {
    if (!m_is_stale && m_drawn_low == x_low() && m_drawn_high == x_high()) return;
    for (Line& line : m_lines) {
        const Sorted sorted = sorted_of(line);
        QVector<QCPGraphData> curve, marks;
        const auto n = static_cast<double>(std::max<std::size_t>(1, sorted.size()));
        if (m_view == DistributionView::cumulative) {
            for (const EcdfStep& step : ecdf_steps(sorted, x_low(), x_high())) {
                curve.append({step.x, step.share * 100});
            }
            for (const double p : marked) {
                if (const auto value = shown_quantile(sorted, p)) {
                    marks.append({*value, p * 100});
                }
            }
        } else if (!sorted.empty()) {
            const LogHistogram histogram = log_histogram(sorted, m_low, m_high, bins());
            curve.append({m_low, 0});
            for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
                curve.append(
                    {histogram.edge(i), static_cast<double>(histogram.counts[i]) / n * 100});
            }
            curve.append({m_high, 0});
        }
        line.curve->data()->set(curve, true);
        line.marks->data()->set(marks, true);
    }
    m_is_stale = false;
    m_drawn_low = x_low();
    m_drawn_high = x_high();
}

void DistributionChart::fit_axes() {
    if (!(m_low > 0)) return;
    set_range(*plot().xAxis, {m_low, m_high, true});
    double highest = 102;
    if (m_view == DistributionView::histogram) {
        highest = 0;
        for (const Line& line : m_lines) {
            const Sorted sorted = sorted_of(line);
            const LogHistogram histogram = log_histogram(sorted, m_low, m_high, bins());
            const auto most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
            highest =
                std::max(highest, 105.0 * static_cast<double>(most) /
                                      static_cast<double>(std::max<std::size_t>(1, sorted.size())));
        }
    }
    set_range(*plot().yAxis, {0, highest > 0 ? highest : 1, false});
}

void DistributionChart::apply_theme() {
    const bool filled = m_view == DistributionView::histogram;
    for (Line& line : m_lines) {
        const QPalette palette = plot().palette();
        const QColor colour = series_colour(line.colour, palette);
        line.curve->setPen(series_pen(line.colour, palette, 1.8));
        line.curve->setBrush(filled ? QBrush(faint(colour)) : QBrush(Qt::NoBrush));
        line.marks->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 6));
    }
    name_lines();
}

void DistributionChart::name_lines() {
    QList<SeriesKey> keys;
    for (const Line& line : m_lines) {
        QString name = line.name;
        const Sorted sorted = sorted_of(line);
        if (m_lines.size() <= most_with_figures && !sorted.empty()) {
            name = tr("%1: P50 %2, P95 %3, P99 %4 ms")
                       .arg(line.name, figure_or_dash(shown_quantile(sorted, marked[0])),
                            figure_or_dash(shown_quantile(sorted, marked[1])),
                            figure_or_dash(shown_quantile(sorted, marked[2])));
        }
        keys.append({name, line.curve->pen(), {}});
    }
    set_keys(keys);
}

QString DistributionChart::summary() const {
    QStringList sentences;
    for (const Line& line : m_lines) {
        const Sorted sorted = sorted_of(line);
        if (sorted.empty()) continue;
        sentences += tr("%1: n = %2, P50 %3 ms, P95 %4 ms, P99 %5 ms.")
                         .arg(line.name)
                         .arg(sorted.size())
                         .arg(figure_or_dash(shown_quantile(sorted, marked[0])),
                              figure_or_dash(shown_quantile(sorted, marked[1])),
                              figure_or_dash(shown_quantile(sorted, marked[2])));
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(title() + QLatin1Char('.'));
    return sentences.join(QLatin1Char(' '));
}

QByteArray DistributionChart::csv() const {
    if (m_view == DistributionView::cumulative) {
        QByteArray text = csv_line({tr("series"), tr("%1 (ms)").arg(m_what), tr("share at most")});
        for (const Line& line : m_lines) {
            for (const EcdfStep& step : ecdf_steps(sorted_of(line), x_low(), x_high())) {
                text += csv_line({line.name, csv_number(step.x), csv_number(step.share)});
            }
        }
        return text;
    }
    QByteArray text = csv_line(
        {tr("series"), tr("%1 from (ms)").arg(m_what), tr("to (ms)"), tr("requests"), tr("share")});
    for (const Line& line : m_lines) {
        const Sorted sorted = sorted_of(line);
        if (sorted.empty()) continue;
        const LogHistogram histogram = log_histogram(sorted, m_low, m_high, bins());
        for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
            if (histogram.edge(i + 1) < x_low() || histogram.edge(i) > x_high()) continue;
            const double share =
                static_cast<double>(histogram.counts[i]) / static_cast<double>(sorted.size());
            text += csv_line({line.name, csv_number(histogram.edge(i)),
                              csv_number(histogram.edge(i + 1)),
                              QString::number(histogram.counts[i]), csv_number(share)});
        }
    }
    return text;
}

QString DistributionChart::values_at(double x) const {
    QStringList lines;
    for (const Line& line : m_lines) {
        const Sorted sorted = sorted_of(line);
        if (!sorted.empty()) {
            lines += tr("%1: %2 at most").arg(line.name, percent_text(ecdf_at(sorted, x)));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stallscope::app
