// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/background_work.h"
#include "core/run_integrity.h"
#include "models/values_model.h"
#include "widgets/explore_tab.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace stallscope::app {

class DataTable;

/// What the run was made with and on, what was sealed, and whether the file is as it was written.
class EnvironmentTab final : public ExploreTab {
    Q_OBJECT

public:
    /// Runs of fewer rows are checked without being asked.
    static constexpr qint64 checked_at_once_below = 500'000;

    explicit EnvironmentTab(QWidget* parent = nullptr);

    void set_run(const ExploredRun& run) override;
    void show_choice(const ExploreChoice& choice) override;
    bool uses_choice() const override { return false; }

private:
    void fill();
    void check();
    void show_state(const RunIntegrity& found);

    ExploredRun m_run;
    bool m_is_filled = false;
    ValuesModel m_model;
    DataTable* m_table;
    QLabel* m_state;
    QPushButton* m_check;
    QPlainTextEdit* m_sealed;
    BackgroundWork m_work;
};

}  // namespace stallscope::app
