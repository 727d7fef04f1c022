// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/gate_result.h"

class QCPItemRect;

namespace stallscope::app {

/// How far the builds of one source differ: of each benchmark a dot per salt, by how much it is
/// slower than that side's fastest build; base above head. What lies within the controls' floor is
/// no difference.
class SaltChart final : public Chart {
    Q_OBJECT

public:
    explicit SaltChart(QWidget* parent = nullptr);

    void show_gate(const GateResult& gate);

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;
    QString x_text(double x) const override;

private:
    struct Dot {
        int row = 0, salt = 0;
        bool head = false;
        double ns = 0, slower = 0;  ///< slower: per cent
    };
    void add_side(int row, const GateValues& values, bool head);

    std::vector<QString> m_names;
    std::vector<Dot> m_dots;
    double m_floor = 0;  ///< per cent; NaN: no control
    QCPItemRect* m_band;
};

}  // namespace stallscope::app
