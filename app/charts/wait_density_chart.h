// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "charts/chart.h"
#include "core/density_grid.h"
#include "core/leg_columns.h"

class QCPColorMap;
class QCPColorScale;
class QCPGraph;

namespace stallscope::app {

/// The reply's wait against the time that was left in the other stream's call when the forward
/// ended, as a map of how many requests lie where. On the identity line the reply comes when the
/// call ends.
class WaitDensityChart final : public Chart {
    Q_OBJECT

public:
    explicit WaitDensityChart(QWidget* parent = nullptr);

    /// `reply`: what the wait ends with, "header" or "received".
    void show_waits(const QString& title, const QString& suspect, const QString& reply,
                    std::shared_ptr<const WaitColumns> columns);
    /// Both axes go to these values, ms, so that several charts can be compared by eye.
    void set_extent(double left_ms, double wait_ms);
    /// What an extent should be for this chart alone: nearly all of its points. 0: no points.
    double wanted_left_ms() const;
    double wanted_wait_ms() const;

    const DensityGrid& grid() const { return m_grid; }
    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    void draw_grid();
    void set_heading();

    std::shared_ptr<const WaitColumns> m_columns;
    DensityGrid m_grid;
    double m_extent_left = 1, m_extent_wait = 1;
    bool m_is_counted = false;  ///< the grid is that of the columns and the extent
    QCPColorMap* m_map;         ///< the plot's, as the next ones
    QCPColorScale* m_scale;
    QCPGraph* m_identity;
};

}  // namespace stallscope::app
