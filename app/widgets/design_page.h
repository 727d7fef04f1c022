// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVector>

#include "widgets/page.h"

class QAction;
class QTabWidget;

namespace stallscope::app {

class CellsSection;
class DesignHeader;
class DesignSection;
class ExperimentDocument;
class PlanAsker;

/// Where an experiment is designed. actions() are undo, redo and what can be done to cells.
class DesignPage final : public Page {
    Q_OBJECT

public:
    /// `document` outlives the page. `engine` is asked for the plan; empty: the program beside this
    /// one.
    explicit DesignPage(ExperimentDocument& document, const QString& engine = {},
                        QWidget* parent = nullptr);
    ~DesignPage() override;

    /// The field of a JSON pointer comes into view and gets the focus.
    void show_place(const QString& pointer);
    /// While a run is measured nothing is asked of the engine.
    void set_run_active(bool active);
    /// What of the user's own code a run executes, in sentences; empty while it is not known.
    QStringList runs_code() const;

signals:
    void run_requested();
    void runs_code_changed(const QStringList& sentences);

private:
    void make_actions();
    void add_section(DesignSection* section);
    DesignSection* section_of(const QString& pointer) const;
    void update_tabs();
    void update_actions();

    ExperimentDocument& m_document;
    PlanAsker* m_plan;
    DesignHeader* m_header;
    QTabWidget* m_tabs;
    CellsSection* m_cells;
    QVector<DesignSection*> m_sections;
    QAction* m_undo;
    QAction* m_redo;
};

}  // namespace stallscope::app
