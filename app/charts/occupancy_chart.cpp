// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/occupancy_chart.h"

#include <algorithm>
#include <array>

#include "charts/axis_ticks.h"
#include "charts/bar_rows.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

// Colours of cells mean cells: streams are told apart by their names and by these.
constexpr std::array<Qt::BrushStyle, 4> patterns = {Qt::SolidPattern, Qt::BDiagPattern,
                                                    Qt::Dense6Pattern, Qt::CrossPattern};

QString empty_text() {
    return OccupancyChart::tr(
        "No requests yet. There will be a bar for each cell and stream: the share of time in which "
        "one of its requests was in flight.");
}

}  // namespace

OccupancyChart::OccupancyChart(QWidget* parent)
    : Chart(tr("Occupancy"), XAxis::other, parent), m_bars(new BarRows(&plot())) {
    setObjectName(QStringLiteral("occupancy_chart"));
    plot().xAxis->setLabel(tr("in flight, % of the windows"));
    set_y_fixed(true);
    set_empty_text(empty_text());
}

void OccupancyChart::show_run(const RunData& run, const RunTally& tally, const QString& condition) {
    m_condition = condition;
    m_streams.clear();
    m_rows.clear();
    const QStringList cells = run.cells();
    const QStringList streams = run.streams();
    for (const QString& stream : streams) {
        const bool runs = std::any_of(cells.begin(), cells.end(), [&](const QString& cell) {
            return tally.busy_share(run, cell, condition, stream).has_value();
        });
        if (runs) m_streams += stream;
    }
    std::vector<QString> names;
    qint64 windows = 0;
    for (const QString& cell : cells) {
        Row row{cell, {}};
        for (const QString& stream : std::as_const(m_streams)) {
            row.shares.push_back(tally.busy_share(run, cell, condition, stream));
        }
        windows += static_cast<qint64>(run.visits_of(cell, condition).size());
        m_rows.push_back(row);
        names.push_back(cell);
    }
    use_names(*plot().yAxis, names);
    set_title(condition.isEmpty() ? tr("Occupancy") : tr("Occupancy, %1").arg(condition));
    set_count(windows > 0 ? tr("n = %1 windows").arg(windows) : QString());
    set_empty_text(m_streams.isEmpty() ? empty_text() : QString());
    apply_theme();
    content_changed();
}

void OccupancyChart::apply_theme() {
    const QColor colour = span_colour(SpanKind::wait_read, plot().palette());
    m_bars->rows.clear();
    for (const Row& row : m_rows) {
        BarRow bars;
        for (std::size_t i = 0; i < row.shares.size(); ++i) {
            const QString& stream = m_streams[static_cast<qsizetype>(i)];
            if (!row.shares[i]) {
                bars.bars.push_back({{}, tr("%1: not yet").arg(stream)});
                continue;
            }
            const double share = *row.shares[i];
            bars.bars.push_back({{{share * 100, colour, patterns[i % patterns.size()],
                                   tr("%1 %2").arg(stream, percent_text(share))}},
                                 {}});
            BarSegment& segment = bars.bars.back().segments[0];
            // What is too short for its text has it behind its end.
            if (share < 0.4) bars.bars.back().end_text = std::exchange(segment.text, {});
        }
        m_bars->rows.push_back(bars);
    }
}

void OccupancyChart::fit_axes() {
    set_range(*plot().xAxis, {0, 100, false});
}

std::optional<double> OccupancyChart::share(const QString& cell, const QString& stream) const {
    const qsizetype place = m_streams.indexOf(stream);
    for (const Row& row : m_rows) {
        if (row.cell == cell && place >= 0) return row.shares[static_cast<std::size_t>(place)];
    }
    return std::nullopt;
}

QString OccupancyChart::summary() const {
    QStringList sentences;
    for (const Row& row : m_rows) {
        for (std::size_t i = 0; i < row.shares.size(); ++i) {
            if (!row.shares[i]) continue;
            sentences += tr("Cell %1, stream %2: %3.")
                             .arg(row.cell, m_streams[static_cast<qsizetype>(i)],
                                  percent_text(*row.shares[i]));
        }
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(tr("Share of the windows of condition %1 in which a request was in flight.")
                          .arg(m_condition));
    return sentences.join(QLatin1Char(' '));
}

QByteArray OccupancyChart::csv() const {
    QByteArray text = csv_line(
        {QStringLiteral("cell"), QStringLiteral("stream"), QStringLiteral("share_in_flight")});
    for (const Row& row : m_rows) {
        for (std::size_t i = 0; i < row.shares.size(); ++i) {
            if (!row.shares[i]) continue;
            text += csv_line(
                {row.cell, m_streams[static_cast<qsizetype>(i)], csv_number(*row.shares[i])});
        }
    }
    return text;
}

}  // namespace stallscope::app
