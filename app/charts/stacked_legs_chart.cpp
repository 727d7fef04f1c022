// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/stacked_legs_chart.h"

#include "charts/axis_ticks.h"
#include "charts/bar_rows.h"
#include "charts/live_title.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

// The order and the patterns are the same in every chart of legs.
constexpr Qt::BrushStyle dispatch_pattern = Qt::BDiagPattern;
constexpr Qt::BrushStyle service_pattern = Qt::SolidPattern;
constexpr Qt::BrushStyle return_pattern = Qt::Dense6Pattern;

double whole(const LegMeans& means) {
    return means.dispatch_ms + means.service_ms + means.return_ms;
}

QString empty_text() {
    return StackedLegsChart::tr(
        "No requests with all stamps yet. There will be a bar for each cell: how long a request "
        "waits to be sent, is served, and waits to be read, on average.");
}

}  // namespace

StackedLegsChart::StackedLegsChart(QWidget* parent)
    : Chart(tr("Mean legs"), XAxis::milliseconds, parent), m_bars(new BarRows(&plot())) {
    setObjectName(QStringLiteral("stacked_legs_chart"));
    plot().xAxis->setLabel(tr("mean time of a request, ms"));
    set_y_fixed(true);
    set_empty_text(empty_text());
    // How much room the figures need depends on how wide the chart is now.
    connect(&plot(), &QCustomPlot::beforeReplot, this, [this] {
        if (follows()) fit_axes();
    });
    // Longer names of cells make it narrower, which is known after the layout: once more, then.
    connect(&plot(), &QCustomPlot::afterLayout, this, [this] {
        const double needed = m_bars->x_with_room();
        if (follows() && needed > 1.01 * plot().xAxis->range().upper) plot().replot_soon();
    });
}

void StackedLegsChart::show_run(const RunData& run, const RunTally& tally,
                                const LiveChoice& choice) {
    m_choice = choice;
    m_rows.clear();
    std::vector<QString> names;
    qint64 n = 0;
    const QStringList cells = run.cells();
    for (const QString& cell : cells) {
        m_rows.push_back({cell, tally.leg_means(run, cell, choice.condition, choice.stream)});
        names.push_back(cell);
        if (m_rows.back().means) n += m_rows.back().means->n;
    }
    use_names(*plot().yAxis, names);
    set_title(live_title(tr("Mean legs"), choice));
    set_count(n > 0 ? count_text(n) : QString());
    set_empty_text(n > 0 ? QString() : empty_text());
    apply_theme();
    content_changed();
}

void StackedLegsChart::apply_theme() {
    const QPalette palette = plot().palette();
    const QColor dispatch = span_colour(SpanKind::dispatch, palette);
    const QColor service = span_colour(SpanKind::service, palette);
    const QColor reply = span_colour(SpanKind::return_leg, palette);
    m_bars->rows.clear();
    for (const Row& row : m_rows) {
        Bar bar;
        if (row.means) {
            const LegMeans& means = *row.means;
            bar.segments = {
                {means.dispatch_ms, dispatch, dispatch_pattern, figure_text(means.dispatch_ms)},
                {means.service_ms, service, service_pattern, figure_text(means.service_ms)},
                {means.return_ms, reply, return_pattern, figure_text(means.return_ms)}};
            bar.end_text = tr("%1 ms").arg(figure_text(whole(means)));
        } else {
            bar.end_text = tr("no requests");
        }
        m_bars->rows.push_back({{bar}});
    }
    const auto key = [](const QString& name, const QColor& colour, Qt::BrushStyle pattern) {
        return SeriesKey{name, QPen(colour), QBrush(colour, pattern)};
    };
    set_keys({key(tr("dispatch"), dispatch, dispatch_pattern),
              key(tr("service"), service, service_pattern),
              key(tr("return leg"), reply, return_pattern)});
}

void StackedLegsChart::fit_axes() {
    const double needed = m_bars->x_with_room();
    set_range(*plot().xAxis, {0, needed > 0 ? needed : 1, false});
}

std::optional<LegMeans> StackedLegsChart::means(const QString& cell) const {
    for (const Row& row : m_rows) {
        if (row.cell == cell) return row.means;
    }
    return std::nullopt;
}

QString StackedLegsChart::summary() const {
    QStringList sentences;
    for (const Row& row : m_rows) {
        if (!row.means) continue;
        sentences += tr("Cell %1: dispatch %2, service %3, return leg %4, n = %5.")
                         .arg(row.cell, ms_text(row.means->dispatch_ms),
                              ms_text(row.means->service_ms), ms_text(row.means->return_ms))
                         .arg(row.means->n);
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(tr("Mean legs of the requests of stream %1 in condition %2.")
                          .arg(m_choice.stream, m_choice.condition));
    return sentences.join(QLatin1Char(' '));
}

QByteArray StackedLegsChart::csv() const {
    QByteArray text = csv_line({QStringLiteral("cell"), QStringLiteral("dispatch_mean_ms"),
                                QStringLiteral("service_mean_ms"), QStringLiteral("return_mean_ms"),
                                QStringLiteral("n")});
    for (const Row& row : m_rows) {
        if (!row.means) continue;
        text += csv_line({row.cell, csv_number(row.means->dispatch_ms),
                          csv_number(row.means->service_ms), csv_number(row.means->return_ms),
                          QString::number(row.means->n)});
    }
    return text;
}

}  // namespace stallscope::app
