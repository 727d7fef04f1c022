// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "charts/chart.h"
#include "core/gate_result.h"

namespace stallscope::app {

/// One benchmark of a gate in time order: every process of base, of head and of base again, round
/// after round. A trend or a step is the machine's; a distance between the sides is the change's.
class RoundsChart final : public Chart {
    Q_OBJECT

public:
    explicit RoundsChart(QWidget* parent = nullptr);

    void show_row(const GateRow& row);
    void clear();

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;
    QString x_text(double x) const override;

private:
    enum Arm { base_arm, head_arm, again_arm, arms };
    QString arm_name(int arm) const;
    double place_of(const GateProcess& process, int arm) const;

    QString m_row;
    std::array<std::vector<GateProcess>, arms> m_processes;
    int m_builds = 1, m_halves = 1, m_rounds = 0;
    double m_unit_ns = 1e6;  ///< of the vertical axis
};

}  // namespace stallscope::app
