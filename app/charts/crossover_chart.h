// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/crossover_map.h"

class QCPColorMap;
class QCPColorScale;
class QCPCurve;
class QCPItemText;

namespace stallscope::app {

/// Where another worker pays: size of a mail × number of mails, each field with the best number of
/// workers and how much faster they are than one, and a line where a policy begins to share.
class CrossoverChart final : public Chart {
    Q_OBJECT

public:
    explicit CrossoverChart(QWidget* parent = nullptr);

    void show_map(CrossoverMap map);

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;
    QString x_text(double x) const override;

private:
    void draw_fields();
    void draw_boundaries();
    const CrossoverField* field_at(std::size_t size, std::size_t count) const;

    CrossoverMap m_map;
    QCPColorMap* m_fields;  ///< the plot's, as the next ones
    QCPColorScale* m_scale;
    std::vector<QCPItemText*> m_labels;
    std::vector<QCPCurve*> m_boundaries;  ///< by policy
};

}  // namespace stallscope::app
