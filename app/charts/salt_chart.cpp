// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/salt_chart.h"

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

constexpr double aside = 0.17;  ///< of a row's height: base above, head below

enum Side { base_side, head_side };

}  // namespace

SaltChart::SaltChart(QWidget* parent)
    : Chart(tr("Placement: builds of one source"), XAxis::other, parent),
      m_band(new QCPItemRect(&plot())) {
    setObjectName(QStringLiteral("salt_chart"));
    for (int side = 0; side < 2; ++side) plot().addGraph()->setLineStyle(QCPGraph::lsNone);
    plot().xAxis->setLabel(tr("slower than the fastest build of that side, %"));
    use_plain_ticks(*plot().xAxis);
    m_band->setVisible(false);
    set_y_fixed(true);
    set_definition(
        tr("Each dot is a build of the same source at other addresses: the median of its "
           "processes. The band is the largest spread among the controls, whose code did not "
           "move."));
    set_empty_text(tr("No gate is open"));
}

void SaltChart::add_side(int row, const GateValues& values, bool head) {
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t build = 0; build < values.size(); ++build)
        fastest = std::fmin(fastest, build_median_ns(values, build));
    for (std::size_t build = 0; build < values.size(); ++build) {
        const double ns = build_median_ns(values, build);
        if (ns > 0)
            m_dots.push_back({row, static_cast<int>(build), head, ns, (ns / fastest - 1) * 100});
    }
}

void SaltChart::show_gate(const GateResult& gate) {
    m_names.clear();
    m_dots.clear();
    m_floor = gate.spread_floor * 100;
    const bool salted = gate.builds > 1;
    for (const GateRow& row : gate.rows) {
        if (!salted || row.role == QLatin1String("ignored")) continue;
        const int number = static_cast<int>(m_names.size());
        m_names.push_back(row.name);
        add_side(number, row.base, false);
        add_side(number, row.head, true);
    }
    for (const bool head : {false, true}) {
        QVector<QCPGraphData> points;
        for (const Dot& dot : m_dots)
            if (dot.head == head) points.append({dot.slower, dot.row + (head ? aside : -aside)});
        plot().graph(head ? head_side : base_side)->data()->set(points);
    }
    use_names(*plot().yAxis, m_names);
    m_band->setVisible(m_floor > 0);
    if (m_floor > 0) {
        m_band->topLeft->setCoords(0, -1);
        m_band->bottomRight->setCoords(m_floor, static_cast<double>(m_names.size()));
    }
    set_count(salted ? tr("%1 builds a side").arg(gate.builds) : QString());
    set_empty_text(!salted          ? tr("This gate had one build a side: give the suite salts")
                   : m_dots.empty() ? tr("No benchmark gave a value")
                                    : QString());
    apply_theme();
    content_changed();
}

void SaltChart::fit_axes() {
    double most = std::isnan(m_floor) ? 0 : m_floor;
    for (const Dot& dot : m_dots) most = std::max(most, dot.slower);
    set_range(*plot().xAxis, fitted(0, std::max(most, 0.1), false));
    set_range(*plot().yAxis, {-0.6, std::max<double>(1, m_names.size()) - 0.4, false});
}

void SaltChart::apply_theme() {
    const QPalette palette = plot().palette();
    QList<SeriesKey> keys;
    for (const int side : {base_side, head_side}) {
        const QColor colour = series_colour(side, palette);
        plot().graph(side)->setScatterStyle(series_shape(side, colour, 7));
        keys += SeriesKey{side == base_side ? tr("base") : tr("head"), QPen(colour), {}, side};
    }
    QColor band = palette.color(QPalette::Text);
    band.setAlphaF(0.08F);
    m_band->setPen(Qt::NoPen);
    m_band->setBrush(band);
    if (m_floor > 0)
        keys += SeriesKey{tr("controls: %1").arg(percent_text(m_floor / 100)), Qt::NoPen, band};
    set_keys(keys);
}

QString SaltChart::x_text(double x) const {
    return tr("%1 % slower").arg(figure_text(x));
}

QString SaltChart::values_at(double x) const {
    int beyond = 0;
    for (const Dot& dot : m_dots) beyond += dot.slower > x ? 1 : 0;
    return m_dots.empty() ? QString()
                          : counted(beyond, tr("%1 build beyond"), tr("%1 builds beyond"));
}

QString SaltChart::summary() const {
    if (m_dots.empty()) return {};
    QStringList sentences{title() + QLatin1Char('.')};
    for (std::size_t row = 0; row < m_names.size(); ++row) {
        double base = 0, head = 0;
        for (const Dot& dot : m_dots) {
            if (dot.row != static_cast<int>(row)) continue;
            double& most = dot.head ? head : base;
            most = std::max(most, dot.slower);
        }
        sentences += tr("%1: spread %2 of base, %3 of head.")
                         .arg(m_names[row], percent_text(base / 100), percent_text(head / 100));
    }
    if (!std::isnan(m_floor))
        sentences += tr("Controls: at most %1.").arg(percent_text(m_floor / 100));
    return sentences.join(QLatin1Char(' '));
}

QByteArray SaltChart::csv() const {
    QByteArray text =
        csv_line({tr("benchmark"), tr("side"), tr("salt"), tr("median (ns)"), tr("slower (%)")});
    for (const Dot& dot : m_dots) {
        if (dot.slower < x_low() || dot.slower > x_high()) continue;
        text += csv_line({m_names[static_cast<std::size_t>(dot.row)],
                          dot.head ? QStringLiteral("head") : QStringLiteral("base"),
                          QString::number(dot.salt), csv_number(dot.ns), csv_number(dot.slower)});
    }
    return text;
}

}  // namespace stallscope::app
