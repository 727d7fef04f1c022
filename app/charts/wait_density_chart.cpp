// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/wait_density_chart.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "charts/axis_range.h"
#include "charts/axis_ticks.h"
#include "charts/colour_scale.h"
#include "charts/plot_axes.h"
#include "charts/series_style.h"
#include "charts/themed_plot.h"
#include "core/csv_text.h"
#include "core/figures.h"

namespace stallscope::app {
namespace {

constexpr std::size_t grid_columns = 90, grid_rows = 60;
/// Above nearly all values.
constexpr double headroom = 1.05;

}  // namespace

WaitDensityChart::WaitDensityChart(QWidget* parent)
    : Chart(tr("Wait against time left"), XAxis::milliseconds, parent),
      m_map(new QCPColorMap(plot().xAxis, plot().yAxis)),
      m_scale(new QCPColorScale(&plot())),
      m_identity(plot().addGraph()) {
    setObjectName(QStringLiteral("wait_density_chart"));
    m_map->setInterpolate(false);
    plot().plotLayout()->addElement(1, 1, m_scale);
    m_scale->setType(QCPAxis::atRight);
    m_scale->setBarWidth(10);
    m_scale->setLabel(tr("requests"));
    use_log_ticks(*m_scale->axis());
    m_scale->setDataScaleType(QCPAxis::stLogarithmic);
    m_map->setColorScale(m_scale);
    plot().yAxis->setLabel(tr("wait for the reply, ms"));
    set_empty_text(tr("Nothing has been read yet"));
    m_scale->setVisible(false);
    apply_theme();
}

void WaitDensityChart::show_waits(const QString& title, const QString& suspect,
                                  const QString& reply, std::shared_ptr<const WaitColumns> found) {
    const bool is_new = found != m_columns || !found;
    m_columns = std::move(found);
    set_title(title);
    plot().xAxis->setLabel(tr("left of %1's call at the forward's end, ms").arg(suspect));
    plot().yAxis->setLabel(tr("service end → %1, ms").arg(reply));
    set_heading();
    if (!is_new) return;
    m_is_counted = false;
    set_extent(std::max(m_extent_left, wanted_left_ms()),
               std::max(m_extent_wait, wanted_wait_ms()));
}

void WaitDensityChart::set_heading() {
    if (!m_columns) {
        set_count({});
        set_empty_text(tr("Reading the requests …"));
        m_scale->setVisible(false);
        return;
    }
    const auto n = static_cast<qint64>(m_columns->wait_ms.size());
    QString heading = count_text(n);
    if (m_columns->r) heading += tr(", r = %1").arg(*m_columns->r, 0, 'f', 2);
    if (!m_columns->complete()) {
        heading += tr(", %1 of %2 visits").arg(m_columns->visits_read).arg(m_columns->visits);
    }
    set_count(heading);
    m_scale->setVisible(n > 0);
    set_empty_text(n > 0                    ? QString()
                   : !m_columns->complete() ? tr("Reading the requests …")
                   : m_columns->stamped > 0
                       ? tr("No forward ended inside a call of the other stream")
                       : tr("No request has the stamps of its reply"));
}

double WaitDensityChart::wanted_left_ms() const {
    return m_columns ? headroom * m_columns->most_left_ms : 0;
}

double WaitDensityChart::wanted_wait_ms() const {
    return m_columns ? headroom * m_columns->most_waits_ms : 0;
}

void WaitDensityChart::set_extent(double left_ms, double wait_ms) {
    const double left = left_ms > 0 ? left_ms : 1;
    const double wait = wait_ms > 0 ? wait_ms : 1;
    if (m_is_counted && left == m_extent_left && wait == m_extent_wait) return;
    m_extent_left = left;
    m_extent_wait = wait;
    m_is_counted = true;
    draw_grid();
    content_changed();
}

void WaitDensityChart::draw_grid() {
    const DensityGrid empty{0, m_extent_left, 0, m_extent_wait, grid_columns, grid_rows, {}, 0};
    m_grid = m_columns ? count_points(empty, m_columns->left_ms, m_columns->wait_ms)
                       : count_points(empty, {}, {});
    // The map's range is that of the cells' middles.
    const double half_x = m_extent_left / static_cast<double>(m_grid.columns) / 2;
    const double half_y = m_extent_wait / static_cast<double>(m_grid.rows) / 2;
    QCPColorMapData* cells = m_map->data();
    cells->setSize(static_cast<int>(m_grid.columns), static_cast<int>(m_grid.rows));
    cells->setRange({half_x, m_extent_left - half_x}, {half_y, m_extent_wait - half_y});
    for (std::size_t column = 0; column < m_grid.columns; ++column) {
        for (std::size_t row = 0; row < m_grid.rows; ++row) {
            const std::uint32_t count = m_grid.at(column, row);
            cells->setCell(
                static_cast<int>(column), static_cast<int>(row),
                count > 0 ? static_cast<double>(count) : std::numeric_limits<double>::quiet_NaN());
        }
    }
    m_scale->setDataRange({1, std::max(2.0, static_cast<double>(m_grid.largest()))});
    const double end = std::min(m_extent_left, m_extent_wait);
    m_identity->setData({0, end}, {0, end}, true);
}

void WaitDensityChart::fit_axes() {
    set_range(*plot().xAxis, {0, m_extent_left, false});
    set_range(*plot().yAxis, {0, m_extent_wait, false});
}

void WaitDensityChart::apply_theme() {
    copy_colours(*plot().xAxis, *m_scale->axis());
    m_map->setGradient(one_way_gradient(plot().palette()));
    const QColor ink = plot().palette().color(QPalette::Text);
    m_identity->setPen(QPen(ink, 1, Qt::DashLine));
    set_keys({{tr("reply at the call's end"), m_identity->pen(), {}}});
}

QString WaitDensityChart::summary() const {
    if (!m_columns || m_columns->wait_ms.empty()) return {};
    QString text = tr("%1: %2 of %3 stamped requests ended inside a call")
                       .arg(title())
                       .arg(m_columns->wait_ms.size())
                       .arg(m_columns->stamped);
    if (m_columns->r)
        text += tr("; correlation of wait and time left %1").arg(*m_columns->r, 0, 'f', 2);
    if (m_grid.outside > 0) text += tr("; %1 lie outside the axes").arg(m_grid.outside);
    return text + QLatin1Char('.');
}

QByteArray WaitDensityChart::csv() const {
    QByteArray text = csv_line({tr("time left from (ms)"), tr("time left to (ms)"),
                                tr("wait from (ms)"), tr("wait to (ms)"), tr("requests")});
    const double wide = m_extent_left / static_cast<double>(m_grid.columns);
    const double high = m_extent_wait / static_cast<double>(m_grid.rows);
    for (std::size_t row = 0; row < m_grid.rows; ++row) {
        for (std::size_t column = 0; column < m_grid.columns; ++column) {
            const double x = static_cast<double>(column) * wide;
            const double y = static_cast<double>(row) * high;
            if (m_grid.at(column, row) == 0 || x + wide < x_low() || x > x_high()) continue;
            text += csv_line({csv_number(x), csv_number(x + wide), csv_number(y),
                              csv_number(y + high), QString::number(m_grid.at(column, row))});
        }
    }
    return text;
}

QString WaitDensityChart::values_at(double x) const {
    if (!(x >= 0 && x <= m_extent_left) || m_grid.counts.empty()) return {};
    const auto column =
        std::min(m_grid.columns - 1,
                 static_cast<std::size_t>(x / m_extent_left * static_cast<double>(m_grid.columns)));
    std::size_t requests = 0;
    for (std::size_t row = 0; row < m_grid.rows; ++row) requests += m_grid.at(column, row);
    return tr("%1 requests had about so much left").arg(requests);
}

}  // namespace stallscope::app
