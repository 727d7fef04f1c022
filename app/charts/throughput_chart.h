// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/new_requests.h"
#include "core/run_tally.h"
#include "core/time_series.h"

class QCPGraph;

namespace stallscope::app {

class SeriesPoints;
class VisitBands;

/// Requests of a stream per second in each tenth of each window, over the run, one series per
/// cell: whether the rate holds within windows and from cycle to cycle.
class ThroughputChart final : public Chart {
    Q_OBJECT

public:
    explicit ThroughputChart(QWidget* parent = nullptr);

    /// `tally` is up to date with `run`. The choice's metric does not matter.
    void show_run(const RunData& run, const RunTally& tally, const LiveChoice& choice);

    /// Mean over the parts of a cell; empty without any.
    std::optional<double> mean_rate_hz(const QString& cell) const;
    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Series {
        QString cell;
        std::vector<PartRate> parts;
        TimeSeries middles;         ///< of the parts, for their marks
        QCPGraph* steps = nullptr;  ///< the plot's
    };
    void make_series(const QStringList& cells);
    static void draw_parts(Series& series);

    std::vector<Series> m_series;
    LiveChoice m_choice;
    SeriesPoints* m_marks;  ///< the plot's, as the next one
    VisitBands* m_bands;
};

}  // namespace stallscope::app
