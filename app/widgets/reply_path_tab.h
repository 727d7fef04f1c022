// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/values_model.h"
#include "widgets/explore_tab.h"

namespace stallscope::app {

class DataTable;
class ReplyPathChart;

/// The steps of the reply after the forward, with their tails: as a chart, and as the figures
/// below.
class ReplyPathTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit ReplyPathTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    QList<Chart*> charts() const override;

private:
    ExploredRun m_run;
    ReplyPathChart* m_chart;
    ValuesModel m_model;
    DataTable* m_table;
};

}  // namespace stallscope::app
