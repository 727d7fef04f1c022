// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/explore_tab.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace stallscope::app {

class WaitDensityChart;

/// The reply's wait against the time left in another stream's call, a map for each cell, all with
/// the same axes.
class WaitsTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit WaitsTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    QList<Chart*> charts() const override;

private:
    QStringList cells_with_calls(const ExploreChoice& choice, const QString& suspect) const;
    void offer_suspects(const ExploreChoice& choice);
    void make_charts(const QStringList& cells);

    ExploredRun m_run;
    QComboBox* m_suspect;
    QLabel* m_empty;
    QGridLayout* m_grid;
    QStringList m_cells;  ///< of the charts
    QList<WaitDensityChart*> m_charts;
};

}  // namespace stallscope::app
