// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "charts/chart.h"
#include "core/new_requests.h"
#include "core/time_series.h"

namespace stallscope::app {

class SeriesPoints;
class VisitBands;

/// One time of a stream's requests over the run: a mark per request in its cell's colour and shape,
/// behind them the windows with the names of their cells. Zoomed out over more than some thousands,
/// from the smallest to the largest in every column of pixels.
class SeriesChart final : public Chart {
    Q_OBJECT

public:
    explicit SeriesChart(QWidget* parent = nullptr);

    /// Takes what is new in `run`; draws if anything is.
    void show_run(const RunData& run, const LiveChoice& choice);

    qint64 count(const QString& cell) const;
    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Series {
        QString cell;
        NewRequests requests;
        std::vector<TimeSeries::Point> fresh;
        TimeSeries values;
    };
    void make_series(const QStringList& cells);
    bool take(const RunData& run, Series& series);
    void show_visits(const RunData& run);
    void tell_count();

    std::vector<std::unique_ptr<Series>> m_series;
    LiveChoice m_choice;
    SeriesPoints* m_points;  ///< the plot's, as the next one
    VisitBands* m_bands;
};

}  // namespace stallscope::app
