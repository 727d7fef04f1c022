// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/new_requests.h"
#include "core/run_tally.h"

namespace stallscope::app {

class BarRows;

/// The mean of each leg of a stream's requests, one after another as they pass: dispatch, service,
/// return; one bar per cell. They are of the same requests, so the bar is the mean occupancy.
class StackedLegsChart final : public Chart {
    Q_OBJECT

public:
    explicit StackedLegsChart(QWidget* parent = nullptr);

    /// `tally` is up to date with `run`. The choice's metric does not matter.
    void show_run(const RunData& run, const RunTally& tally, const LiveChoice& choice);

    std::optional<LegMeans> means(const QString& cell) const;
    QString summary() const override;
    QByteArray csv() const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Row {
        QString cell;
        std::optional<LegMeans> means;
    };
    std::vector<Row> m_rows;
    LiveChoice m_choice;
    BarRows* m_bars;  ///< the plot's
};

}  // namespace stallscope::app
