// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QVector>
#include <array>

#include "charts/chart.h"
#include "core/engine_events.h"

class QCPAxisRect;

namespace stallscope::app {

class ForestRows;

/// The criteria as they stand: value and interval of each against its bound, and the word. Ratios
/// share one axis; criteria with units of their own share another on which 1 is the bound.
class CriteriaForest final : public Chart {
    Q_OBJECT

public:
    explicit CriteriaForest(QWidget* parent = nullptr);

    void show_criteria(const QVector<CriterionState>& criteria);

    QString summary() const override;
    QByteArray csv() const override;

protected:
    void fit_axes() override;
    void apply_theme() override;
    bool event(QEvent* event) override;
    QString x_text(double x) const override;

private:
    /// Axes with the criteria of one scale.
    struct Part {
        QCPAxisRect* axes = nullptr;  ///< the plot's, as the next one
        ForestRows* rows = nullptr;
        QVector<CriterionState> criteria;
        bool ratios = false;
    };
    void make_part(Part& part);
    void fill(Part& part);
    void place_parts();
    static void fit(const Part& part);
    const CriterionState* criterion_at(double pixel_y) const;

    QVector<CriterionState> m_criteria;
    std::array<Part, 2> m_parts;
};

/// "✓ met", "✗ not met", "? undecided"…: how a criterion stands, never by colour alone.
QString status_text(const QString& status);

}  // namespace stallscope::app
