// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/pooled_values.h"

class QCPGraph;

namespace stallscope::app {

/// How one time of a stream's requests is distributed, one line per cell on a logarithmic axis,
/// with P50, P95 and P99 (type 7) marked where there are enough requests for them.
class LegEcdfChart final : public Chart {
    Q_OBJECT

public:
    explicit LegEcdfChart(QWidget* parent = nullptr);

    /// Takes what is new in `run`; draws if anything is.
    void show_run(const RunData& run, const LiveChoice& choice);

    /// Of a cell's requests, ms; empty where there are too few for it.
    std::optional<double> quantile_ms(const QString& cell, double p);
    qint64 count(const QString& cell) const;

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Line {
        QString cell;
        mutable PooledValues values;  ///< sorts when it is looked at
        QCPGraph* curve = nullptr;    ///< the plot's, as the next one
        QCPGraph* marks = nullptr;
    };
    void make_lines(const QStringList& cells);
    void draw_lines();
    void name_lines();

    std::vector<Line> m_lines;
    LiveChoice m_choice;
    bool m_is_stale = true;  ///< the curves lag behind the values
    double m_drawn_low = 0, m_drawn_high = 0;
};

}  // namespace stallscope::app
