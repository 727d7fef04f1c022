// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/explore_tab.h"

class QButtonGroup;
class QComboBox;

namespace stallscope::app {

class DistributionChart;
class LegPicker;

/// How one leg is distributed in each cell: as a histogram, or cumulative.
class DistributionTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit DistributionTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    QList<Chart*> charts() const override;

private:
    ExploredRun m_run;
    LegPicker* m_leg;
    QButtonGroup* m_view;
    DistributionChart* m_chart;
};

}  // namespace stallscope::app
