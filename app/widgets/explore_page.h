// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "widgets/explore_tab.h"
#include "widgets/page.h"

class QComboBox;
class QLabel;
class QStackedLayout;
class QTabWidget;

namespace stallscope::app {

class CellPicker;

/// All requests of a run that was measured: distributions, waits, the reply's path, resources, raw
/// rows, and what the run was made on. Needs the run's file, which is there once it has ended.
class ExplorePage final : public Page {
    Q_OBJECT

public:
    explicit ExplorePage(QWidget* parent = nullptr);
    ~ExplorePage() override;

    void set_session(RunSession* session) override;
    QList<Chart*> charts() const override;
    /// Shows the raw rows of a visit, for a click elsewhere.
    void show_rows(qint64 visit, const QString& stream);

private:
    struct TabOffer {
        ExploreTab* tab;
        QString title, tooltip;
        std::optional<ExperimentKind> only;  ///< none: runs of every kind
    };
    void add_tab(ExploreTab* tab, const QString& title, const QString& tooltip,
                 std::optional<ExperimentKind> only = {});
    /// The tabs that make sense for such a run: a batch has no reply, requests are no batches.
    void offer_tabs(ExperimentKind kind);
    void open_file();
    void offer_choices();
    void show_choice();
    ExploreChoice choice() const;
    ExploreTab* current() const;

    RunSession* m_session = nullptr;
    ExploredRun m_run;
    std::unique_ptr<LegReader> m_legs;
    QStackedLayout* m_stack;
    QLabel* m_empty;
    QComboBox* m_condition;
    QComboBox* m_stream;
    CellPicker* m_cells;
    QWidget* m_choice_bar;
    QTabWidget* m_tabs;
    QList<ExploreTab*> m_all;
    std::vector<TabOffer> m_offers;
    std::optional<ExperimentKind> m_offered_for;
};

}  // namespace stallscope::app
