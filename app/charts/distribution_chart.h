// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "charts/chart.h"
#include "core/leg_columns.h"

class QCPGraph;

namespace stallscope::app {

enum class DistributionView {
    histogram,   ///< share of the requests in equal bins of the logarithm
    cumulative,  ///< share of the requests that took at most so long (ECDF)
};

/// One set of requests: a cell's, or a run's.
struct DistributionLine {
    QString name;
    int colour = 0;                           ///< number of its series
    std::shared_ptr<const LegColumn> column;  ///< nullptr: nothing was read yet
};

/// How one leg of all counted requests is distributed, one line per cell or run, on a logarithmic
/// axis. Times of 0 and below cannot stand there: the histogram counts them in its heading, the
/// cumulative view begins above them.
class DistributionChart final : public Chart {
    Q_OBJECT

public:
    explicit DistributionChart(QWidget* parent = nullptr);

    /// `what` names the leg: "Return leg".
    void show_lines(const QString& title, const QString& what, std::vector<DistributionLine> lines);
    void set_view(DistributionView view);
    DistributionView view() const { return m_view; }

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;

private:
    struct Line : DistributionLine {
        QCPGraph* curve = nullptr;  ///< the plot's, as the next one
        QCPGraph* marks = nullptr;
    };
    void make_curves(std::size_t wanted);
    void draw_curves();
    void set_heading();
    void name_lines();
    std::pair<double, double> content() const;
    std::size_t bins() const;

    std::vector<Line> m_lines;
    QString m_what;
    DistributionView m_view = DistributionView::histogram;
    double m_low = 0, m_high = 0;  ///< of the bins
    bool m_is_stale = true;        ///< the curves lag behind the lines
    double m_drawn_low = 0, m_drawn_high = 0;
};

}  // namespace stallscope::app
