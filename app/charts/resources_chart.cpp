// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/resources_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "charts/axis_range.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "charts/visit_bands.h"
#include "core/csv_text.h"
#include "core/figures.h"
#include "core/thinned_line.h"

namespace stallscope::app {
namespace {

/// Readings come every half second: nothing is known further away than this from one.
constexpr double holds_for_s = 1;
/// A line is drawn as its lowest and highest in every so many pixels where it has more points; and
/// thin and without discs, which would touch, where it has nearly as many.
constexpr int column_pixels = 2;

struct Extremes {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    qint64 n = 0;

    void add(const ResourceLine& line) {
        for (const double value : line.value) {
            if (std::isnan(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
            ++n;
        }
    }
};

QString with_unit(const QString& text, const QString& unit) {
    return unit.isEmpty() ? text : QStringLiteral("%1, %2").arg(text, unit);
}

}  // namespace

ResourcesChart::ResourcesChart(QWidget* parent)
    : Chart(tr("Resources"), XAxis::run_seconds, parent), m_bands(new VisitBands(&plot())) {
    setObjectName(QStringLiteral("resources_chart"));
    plot().xAxis->setLabel(tr("time in the run, s"));
    set_empty_text(tr("Nothing has been read yet"));
    connect(&plot(), &QCustomPlot::beforeReplot, this, &ResourcesChart::draw_lines);
}

const ResourceQuantity* ResourcesChart::quantity() const {
    return m_resources ? m_resources->find(m_quantity) : nullptr;
}

void ResourcesChart::show_resources(std::shared_ptr<const Resources> resources,
                                    const QString& quantity_id, const QStringList& cells) {
    m_resources = std::move(resources);
    m_quantity = quantity_id;
    m_bands->bands.clear();
    for (QCPGraph* line : m_lines) plot().removeGraph(line);
    m_lines.clear();
    if (m_resources) {
        for (const WindowBand& window : m_resources->windows) {
            m_bands->bands.push_back({window.from_s, window.to_s, window.cell,
                                      static_cast<int>(cells.indexOf(window.cell))});
        }
    }
    Extremes all;
    if (const ResourceQuantity* found = quantity()) {
        set_title(found->title);
        plot().yAxis->setLabel(with_unit(found->title, found->unit));
        for (const ResourceLine& line : found->lines) {
            m_lines.push_back(plot().addGraph());
            all.add(line);
        }
    }
    set_count(tr("%1 readings, %2 windows").arg(all.n).arg(m_bands->bands.size()));
    set_empty_text(all.n > 0 ? QString()
                             : tr("The run has no readings of the machine: they are taken while a "
                                  "window is measured"));
    m_drawn_columns = 0;
    apply_theme();
    content_changed();
}

void ResourcesChart::fit_axes() {
    Extremes all;
    double begin = std::numeric_limits<double>::infinity();
    double end = -begin;
    if (const ResourceQuantity* found = quantity()) {
        for (const ResourceLine& line : found->lines) all.add(line);
    }
    for (const VisitBand& band : m_bands->bands) {
        begin = std::min(begin, band.begin_s);
        end = std::max(end, band.end_s);
    }
    if (begin < end) set_range(*plot().xAxis, fitted(begin, end, false, 0.01));
    // From zero: a change of memory by a thousandth is not a cliff.
    const double low = std::min(0.0, all.low);
    if (all.n > 0) set_range(*plot().yAxis, {low, all.high > low ? all.high * 1.15 : 1, false});
}

void ResourcesChart::apply_theme() {
    QList<SeriesKey> keys;
    const ResourceQuantity* found = quantity();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i]->setPen(series_pen(static_cast<int>(i), plot().palette(), 1.8));
        if (found != nullptr) keys.append({found->lines[i].name, m_lines[i]->pen(), {}});
    }
    m_drawn_columns = 0;
    set_keys(keys);
}

void ResourcesChart::draw_lines() {
    const ResourceQuantity* found = quantity();
    const int columns = std::max(plot().axisRect()->width() / column_pixels, 1);
    if (found == nullptr ||
        (columns == m_drawn_columns && x_low() == m_drawn_low && x_high() == m_drawn_high)) {
        return;
    }
    m_drawn_columns = columns;
    m_drawn_low = x_low();
    m_drawn_high = x_high();
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const int n = static_cast<int>(i);
        const auto points = thinned_line(found->lines[i].at_s, found->lines[i].value, m_drawn_low,
                                         m_drawn_high, columns);
        const bool is_dense = points.size() > static_cast<std::size_t>(columns);
        m_lines[i]->setPen(series_pen(n, plot().palette(), is_dense ? 1 : 1.8));
        m_lines[i]->setAntialiased(!is_dense);
        m_lines[i]->setScatterStyle(
            is_dense
                ? QCPScatterStyle()
                : QCPScatterStyle(QCPScatterStyle::ssDisc, series_colour(n, plot().palette()), 4));
        QVector<QCPGraphData> drawn;
        drawn.reserve(static_cast<qsizetype>(points.size()));
        for (const LinePoint& point : points) drawn.append({point.x, point.y});
        m_lines[i]->data()->set(drawn, true);
    }
}

QString ResourcesChart::summary() const {
    const ResourceQuantity* found = quantity();
    if (found == nullptr) return {};
    QStringList sentences = {tr("%1 over the run.").arg(with_unit(found->title, found->unit))};
    for (const ResourceLine& line : found->lines) {
        Extremes of;
        of.add(line);
        if (of.n == 0) continue;
        sentences += tr("%1: %2 to %3, %4 readings.")
                         .arg(line.name, figure_text(of.low), figure_text(of.high))
                         .arg(of.n);
    }
    return sentences.join(QLatin1Char(' '));
}

QByteArray ResourcesChart::csv() const {
    const ResourceQuantity* found = quantity();
    QByteArray text = csv_line(
        {tr("series"), tr("time in the run (s)"),
         found == nullptr
             ? tr("value")
             : found->title +
                   (found->unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(found->unit))});
    if (found == nullptr) return text;
    for (const ResourceLine& line : found->lines) {
        for (std::size_t i = 0; i < line.at_s.size(); ++i) {
            if (std::isnan(line.value[i]) || line.at_s[i] < x_low() || line.at_s[i] > x_high()) {
                continue;
            }
            text += csv_line({line.name, csv_number(line.at_s[i]), csv_number(line.value[i])});
        }
    }
    return text;
}

QString ResourcesChart::values_at(double x) const {
    QStringList lines;
    const ResourceQuantity* found = quantity();
    if (found == nullptr) return {};
    for (const ResourceLine& line : found->lines) {
        // The value in force: the last one that was read.
        const auto after = std::upper_bound(line.at_s.begin(), line.at_s.end(), x);
        if (after == line.at_s.begin()) continue;
        const auto at = static_cast<std::size_t>(after - line.at_s.begin()) - 1;
        if (std::isnan(line.value[at]) || x - line.at_s[at] > holds_for_s) continue;
        lines +=
            QStringLiteral("%1: %2 %3").arg(line.name, figure_text(line.value[at]), found->unit);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace stallscope::app
