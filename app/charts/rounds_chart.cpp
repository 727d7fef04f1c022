// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/rounds_chart.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/plot_axes.h"
#include "charts/series_shape.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/counted.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

constexpr double ns_per_ms = 1e6, ns_per_us = 1e3;
/// Below it microseconds are easier to read.
constexpr double least_ms_ns = 1e5;

}  // namespace

RoundsChart::RoundsChart(QWidget* parent)
    : Chart(tr("Rounds in time order"), XAxis::other, parent) {
    setObjectName(QStringLiteral("rounds_chart"));
    for (int arm = 0; arm < arms; ++arm) plot().addGraph()->setLineStyle(QCPGraph::lsNone);
    plot().xAxis->setLabel(tr("round"));
    plot().yAxis->setLabel(tr("time, ms"));
    use_plain_ticks(*plot().xAxis);
    use_plain_ticks(*plot().yAxis);
    set_definition(
        tr("Each mark is one process; rounds and their halves are in time order, and within a half "
           "builds lie side by side. What all arms do together is the machine; what parts base "
           "from head is the change; base again is the same files as base."));
    clear();
}

void RoundsChart::clear() {
    m_row.clear();
    for (int arm = 0; arm < arms; ++arm) {
        m_processes[static_cast<std::size_t>(arm)].clear();
        plot().graph(arm)->data()->clear();
    }
    set_title(tr("Rounds in time order"));
    set_count({});
    set_empty_text(tr("Choose a benchmark"));
    content_changed();
}

void RoundsChart::show_row(const GateRow& row) {
    m_row = row.name;
    m_processes = {in_time_order(row.base), in_time_order(row.head), in_time_order(row.base_again)};
    m_builds = m_halves = 1;
    m_rounds = 0;
    std::size_t n = 0;
    for (const auto& processes : m_processes) {
        n += processes.size();
        for (const GateProcess& process : processes) {
            m_builds = std::max(m_builds, process.build + 1);
            m_halves = std::max(m_halves, process.half + 1);
            m_rounds = std::max(m_rounds, process.round + 1);
        }
    }
    const bool short_times = row.base_ns < least_ms_ns;
    m_unit_ns = short_times ? ns_per_us : ns_per_ms;
    plot().yAxis->setLabel(short_times ? tr("time, µs") : tr("time, ms"));
    for (int arm = 0; arm < arms; ++arm) {
        QVector<QCPGraphData> points;
        for (const GateProcess& process : m_processes[static_cast<std::size_t>(arm)])
            points.append({place_of(process, arm), process.ns / m_unit_ns});
        plot().graph(arm)->data()->set(points);
    }
    set_title(tr("Rounds in time order: %1").arg(m_row));
    set_count(counted(static_cast<qint64>(n), tr("%1 process"), tr("%1 processes")));
    set_empty_text(n > 0 ? QString() : tr("This result has no processes of it"));
    set_follow(true);
    apply_theme();
    content_changed();
}

// A round takes one unit: its halves one after the other, of a half the builds, of a build its
// arms.
double RoundsChart::place_of(const GateProcess& process, int arm) const {
    const double build = (process.build + (arm + 0.5) / static_cast<double>(arms)) / m_builds;
    return 1 + process.round + (process.half + build) / m_halves;
}

QString RoundsChart::arm_name(int arm) const {
    return arm == base_arm ? tr("base") : arm == head_arm ? tr("head") : tr("base again");
}

void RoundsChart::fit_axes() {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const auto& processes : m_processes) {
        for (const GateProcess& process : processes) {
            if (!(process.ns > 0)) continue;
            low = std::min(low, process.ns / m_unit_ns);
            high = std::max(high, process.ns / m_unit_ns);
        }
    }
    set_range(*plot().xAxis, fitted(1, m_rounds + 1.0, false));
    set_range(*plot().yAxis, fitted(low, high, false));
}

void RoundsChart::apply_theme() {
    const QPalette palette = plot().palette();
    QList<SeriesKey> keys;
    for (int arm = 0; arm < arms; ++arm) {
        const QColor colour = series_colour(arm, palette);
        plot().graph(arm)->setScatterStyle(series_shape(arm, colour, 7));
        if (!m_processes[static_cast<std::size_t>(arm)].empty())
            keys += SeriesKey{arm_name(arm), QPen(colour), {}, arm};
    }
    set_keys(keys);
}

QString RoundsChart::x_text(double x) const {
    return tr("round %1").arg(static_cast<int>(std::floor(x)));
}

QString RoundsChart::values_at(double x) const {
    QStringList lines;
    for (int arm = 0; arm < arms; ++arm) {
        double sum = 0;
        int count = 0;
        for (const GateProcess& process : m_processes[static_cast<std::size_t>(arm)]) {
            if (process.round + 1 != static_cast<int>(std::floor(x)) || !(process.ns > 0)) continue;
            sum += process.ns / ns_per_ms;
            ++count;
        }
        if (count > 0)
            lines += tr("%1: mean %2 of %3")
                         .arg(arm_name(arm), ms_text(sum / count),
                              counted(count, tr("%1 process"), tr("%1 processes")));
    }
    return lines.join(QLatin1Char('\n'));
}

QString RoundsChart::summary() const {
    if (m_row.isEmpty()) return {};
    QString text = title() + QLatin1Char('.');
    for (int arm = 0; arm < arms; ++arm) {
        double low = std::numeric_limits<double>::infinity(), high = 0;
        for (const GateProcess& process : m_processes[static_cast<std::size_t>(arm)]) {
            if (!(process.ns > 0)) continue;
            low = std::min(low, process.ns / ns_per_ms);
            high = std::max(high, process.ns / ns_per_ms);
        }
        if (high > 0)
            text +=
                QLatin1Char(' ') +
                tr("%1: %2 from %3 to %4.")
                    .arg(arm_name(arm),
                         counted(
                             static_cast<qint64>(m_processes[static_cast<std::size_t>(arm)].size()),
                             tr("%1 process"), tr("%1 processes")),
                         ms_text(low), ms_text(high));
    }
    return text;
}

QByteArray RoundsChart::csv() const {
    QByteArray text = csv_line(
        {tr("benchmark"), tr("arm"), tr("build"), tr("round"), tr("half"), tr("time (ns)")});
    for (int arm = 0; arm < arms; ++arm) {
        for (const GateProcess& process : m_processes[static_cast<std::size_t>(arm)]) {
            const double place = place_of(process, arm);
            if (place < x_low() || place > x_high()) continue;
            text += csv_line({m_row, arm_name(arm), QString::number(process.build),
                              QString::number(process.round + 1), QString::number(process.half + 1),
                              csv_number(process.ns)});
        }
    }
    return text;
}

}  // namespace stallscope::app
