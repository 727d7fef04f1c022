// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/explore_tab.h"

class QComboBox;
class QLabel;

namespace stallscope::app {

class CrossoverChart;
class ThreadChart;

/// What a batch experiment shows that requests have not: time against threads, and where another
/// worker pays.
class BatchesTab final : public ExploreTab {
    Q_OBJECT

public:
    explicit BatchesTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    QList<Chart*> charts() const override;
    bool uses_choice() const override { return false; }

private:
    void offer_sweeps();
    void show_sweep();

    ExploredRun m_run;
    std::shared_ptr<const RunResults> m_shown;
    QComboBox* m_sweep;
    QWidget* m_sweep_row;
    ThreadChart* m_threads;
    CrossoverChart* m_crossover;
};

}  // namespace stallscope::app
