// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "charts/chart.h"
#include "core/resource_series.h"

class QCPGraph;

namespace stallscope::app {

class VisitBands;

/// Readings of the machine over the run, behind them the windows in which requests were counted.
class ResourcesChart final : public Chart {
    Q_OBJECT

public:
    explicit ResourcesChart(QWidget* parent = nullptr);

    /// `quantity`: its id; one that was not read shows nothing. `cells` gives the colours' order.
    void show_resources(std::shared_ptr<const Resources> resources, const QString& quantity,
                        const QStringList& cells);

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    const ResourceQuantity* quantity() const;
    void draw_lines();

    std::shared_ptr<const Resources> m_resources;
    QString m_quantity;
    std::vector<QCPGraph*> m_lines;  ///< the plot's
    VisitBands* m_bands;
    int m_drawn_columns = 0;  ///< for which the lines were thinned; 0: not yet
    double m_drawn_low = 0, m_drawn_high = 0;
};

}  // namespace stallscope::app
