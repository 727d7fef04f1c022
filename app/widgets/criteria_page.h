// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "analysis/results.h"
#include "models/values_model.h"
#include "widgets/page.h"

class QLabel;
class QStackedLayout;
class QTabWidget;
class QTextBrowser;

namespace stallscope::app {

class CriteriaForest;
class DataTable;

/// What was to be decided and how it stands: the criteria as sealed, their intervals against their
/// bounds, the words and what is behind them, the controls, and what to know before believing it.
class CriteriaPage final : public Page {
    Q_OBJECT

public:
    explicit CriteriaPage(QWidget* parent = nullptr);

    void set_session(RunSession* session) override;
    QList<Chart*> charts() const override;
    void refresh() override;

    /// Chooses a criterion; one that is not there changes nothing.
    void show_criterion(const QString& id);

private:
    void watch_file();
    void show_live();
    void show_results();
    void show_details();
    void fill_criteria();
    void fill_controls();
    void fill_findings();
    void fill_rest();
    void add_table(ValuesModel& model, DataTable*& table, const QString& title,
                   const QString& empty_text, int wide_column);

    RunSession* m_session = nullptr;
    std::shared_ptr<const RunResults> m_results;
    quint64 m_drawn_revision = 0;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QLabel* m_headline;
    CriteriaForest* m_forest;
    QTextBrowser* m_details;
    QTabWidget* m_tabs;
    ValuesModel m_criteria, m_controls, m_conclusions, m_findings, m_differences;
    DataTable* m_criteria_table;
    DataTable* m_controls_table;
    DataTable* m_conclusions_table;
    DataTable* m_findings_table;
    DataTable* m_differences_table;
};

}  // namespace stallscope::app
