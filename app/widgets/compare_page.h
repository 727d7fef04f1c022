// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/comparison_set.h"
#include "models/values_model.h"
#include "widgets/page.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QListWidget;
class QPushButton;
class QStackedLayout;
class QTabWidget;

namespace stallscope::app {

class DataTable;
class DistributionChart;
class LegPicker;

/// Two or more runs of one method side by side: distributions of a leg in the same cell, and the
/// figures of the criteria as ratios with intervals. A run of another method is refused, with what
/// differs. Runs are added by button, by add_runs() and by dropping files.
class ComparePage final : public Page {
    Q_OBJECT

public:
    explicit ComparePage(QWidget* parent = nullptr);

    /// The run that is looked at becomes the first one of an empty comparison.
    void set_session(RunSession* session) override;
    QList<Chart*> charts() const override;

    void add_runs(const QStringList& files);
    const ComparisonSet& runs() const { return m_set; }

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* make_list();
    QWidget* make_comparison();
    void ask_for_runs();
    void take_session_file();
    void show_runs();
    void offer_places();
    void show_chart();
    void fill_tables();
    void fill_method();
    int chosen_run() const;

    ComparisonSet m_set;
    RunSession* m_session = nullptr;
    QListWidget* m_list;
    QPushButton* m_remove;
    QPushButton* m_use_as_base;
    QStackedLayout* m_stack;
    QLabel* m_refusal;
    QComboBox* m_cell;
    QComboBox* m_condition;
    QComboBox* m_stream;
    LegPicker* m_leg;
    QButtonGroup* m_view;
    DistributionChart* m_chart;
    QTabWidget* m_tabs;
    ValuesModel m_ratios, m_method;
    DataTable* m_ratios_table;
    DataTable* m_method_table;
};

}  // namespace stallscope::app
