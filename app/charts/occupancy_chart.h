// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/run_tally.h"

namespace stallscope::app {

class BarRows;

/// Which share of the windows a request of each stream was in flight, per cell, in one condition:
/// what a stream leaves idle.
class OccupancyChart final : public Chart {
    Q_OBJECT

public:
    explicit OccupancyChart(QWidget* parent = nullptr);

    /// `tally` is up to date with `run`.
    void show_run(const RunData& run, const RunTally& tally, const QString& condition);

    std::optional<double> share(const QString& cell, const QString& stream) const;
    QString summary() const override;
    QByteArray csv() const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Row {
        QString cell;
        std::vector<std::optional<double>> shares;  ///< one per stream
    };
    QStringList m_streams;
    std::vector<Row> m_rows;
    QString m_condition;
    BarRows* m_bars;  ///< the plot's
};

}  // namespace stallscope::app
