// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "charts/chart.h"
#include "core/thread_curves.h"

namespace stallscope::app {

/// What a batch takes against the threads it is allowed: P50 of a call, one line per batch and
/// policy, both axes logarithmic. A flat line is a batch that threads do not touch.
class ThreadChart final : public Chart {
    Q_OBJECT

public:
    explicit ThreadChart(QWidget* parent = nullptr);

    /// `empty`: what stands there without any curve.
    void show_curves(std::vector<ThreadCurve> curves, const QString& empty);

    QString summary() const override;
    QByteArray csv() const override;
    QString values_at(double x) const override;

protected:
    void fit_axes() override;
    void apply_theme() override;
    QString x_text(double x) const override;

private:
    std::vector<ThreadCurve> m_curves;
};

}  // namespace stallscope::app
