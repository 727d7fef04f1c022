// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/background_work.h"
#include "core/resource_series.h"
#include "widgets/explore_tab.h"

class QComboBox;

namespace stallscope::app {

class ResourcesChart;

/// Readings of the machine under the same time axis as the windows.
class ResourcesTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit ResourcesTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    QList<Chart*> charts() const override;
    bool uses_choice() const override { return false; }

private:
    void read();
    void offer_quantities();

    ExploredRun m_run;
    std::shared_ptr<const Resources> m_resources;
    bool m_is_asked = false;
    QComboBox* m_quantity;
    ResourcesChart* m_chart;
    BackgroundWork m_work;
};

}  // namespace stallscope::app
