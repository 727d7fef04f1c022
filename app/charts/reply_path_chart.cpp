// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/reply_path_chart.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/tail_rows.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

QString figure_or_dash(std::optional<double> value) {
    return figure_text(value.value_or(std::numeric_limits<double>::quiet_NaN()));
}

}  // namespace

ReplyPathChart::ReplyPathChart(QWidget* parent)
    : Chart(tr("The reply's path"), XAxis::milliseconds, parent), m_rows(new TailRows(&plot())) {
    setObjectName(QStringLiteral("reply_path_chart"));
    use_log_ticks(*plot().xAxis);
    plot().xAxis->setLabel(tr("ms (logarithmic): disc P50, stroke P95, ring P99"));
    std::vector<QString> names;
    for (const ReplyStep& step : reply_path_of({})) names.push_back(step.title);
    use_names(*plot().yAxis, names);
    plot().yAxis->setLabel(tr("step of the reply"));
    set_y_fixed(true);
    set_empty_text(tr("Nothing has been analysed yet"));
}

void ReplyPathChart::show_cells(const QString& title, std::vector<ReplyPathCell> cells) {
    m_cells = std::move(cells);
    set_title(title);
    m_rows->rows.clear();
    qint64 n = 0;
    const auto count = static_cast<double>(m_cells.size());
    const double apart = std::min(0.2, 0.7 / std::max(1.0, count));
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const double offset = (static_cast<double>(i) - (count - 1) / 2) * apart;
        const std::vector<ReplyStep>& steps = m_cells[i].steps;
        for (std::size_t at = 0; at < steps.size(); ++at) {
            // A median of 0 has no place on a logarithmic axis.
            if (!steps[at].p50 || *steps[at].p50 <= 0) continue;
            m_rows->rows.push_back({static_cast<double>(at) + offset, m_cells[i].colour,
                                    *steps[at].p50, steps[at].p95, steps[at].p99});
        }
    }
    for (const ReplyPathCell& cell : m_cells) n += cell.n;
    set_count(count_text(n));
    set_empty_text(m_rows->rows.empty() ? tr("No stamps of a reply: its stream is served on a "
                                             "thread of the host, or the host took no stamps")
                                        : QString());
    apply_theme();
    content_changed();
}

void ReplyPathChart::fit_axes() {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const TailRow& row : m_rows->rows) {
        low = std::min(low, row.p50);
        high = std::max({high, row.p50, row.p95.value_or(row.p50), row.p99.value_or(row.p50)});
    }
    set_range(*plot().xAxis, fitted(low, high, true, 0.06));
}

void ReplyPathChart::apply_theme() {
    QList<SeriesKey> keys;
    for (const ReplyPathCell& cell : m_cells) {
        keys.append({cell.name, series_pen(cell.colour, plot().palette(), 1.6), {}});
    }
    set_keys(keys);
}

QString ReplyPathChart::summary() const {
    QStringList sentences;
    for (const ReplyPathCell& cell : m_cells) {
        QStringList steps;
        for (const ReplyStep& step : cell.steps) {
            if (!step.p50) continue;
            steps += tr("%1 P50 %2, P95 %3, P99 %4")
                         .arg(step.title, figure_or_dash(step.p50), figure_or_dash(step.p95),
                              figure_or_dash(step.p99));
        }
        if (!steps.isEmpty()) {
            sentences += tr("%1, ms: %2.").arg(cell.name, steps.join(QStringLiteral("; ")));
        }
    }
    if (sentences.isEmpty()) return {};
    sentences.prepend(title() + QLatin1Char('.'));
    return sentences.join(QLatin1Char(' '));
}

QByteArray ReplyPathChart::csv() const {
    QByteArray text =
        csv_line({tr("cell"), tr("step"), tr("n"), tr("P50 (ms)"), tr("P95 (ms)"), tr("P99 (ms)")});
    const auto number = [](std::optional<double> value) {
        return csv_number(value.value_or(std::numeric_limits<double>::quiet_NaN()));
    };
    for (const ReplyPathCell& cell : m_cells) {
        for (const ReplyStep& step : cell.steps) {
            if (!step.p50) continue;
            text += csv_line({cell.name, step.title, QString::number(step.n), number(step.p50),
                              number(step.p95), number(step.p99)});
        }
    }
    return text;
}

}  // namespace stallscope::app
