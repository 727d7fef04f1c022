// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/design_page.h"

#include <QAction>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/counted.h"
#include "core/engine_client.h"
#include "core/experiment_document.h"
#include "core/plan_asker.h"
#include "widgets/cells_section.h"
#include "widgets/checks_section.h"
#include "widgets/conditions_section.h"
#include "widgets/criteria_section.h"
#include "widgets/design_header.h"
#include "widgets/field.h"
#include "widgets/host_section.h"
#include "widgets/json_section.h"
#include "widgets/presets_section.h"
#include "widgets/problem_list.h"
#include "widgets/streams_section.h"
#include "widgets/tinted_icon.h"
#include "widgets/windows_section.h"

namespace stallscope::app {

DesignPage::DesignPage(ExperimentDocument& document, const QString& engine, QWidget* parent)
    : Page(parent),
      m_document(document),
      m_plan(new PlanAsker(document, engine.isEmpty() ? engine_program() : engine, 400, this)),
      m_header(new DesignHeader(document, *m_plan)),
      m_tabs(new QTabWidget),
      m_cells(new CellsSection(document)) {
    setObjectName(QStringLiteral("design"));
    m_tabs->setObjectName(QStringLiteral("sections"));
    m_tabs->setDocumentMode(true);
    m_tabs->tabBar()->setExpanding(false);
    add_section(m_cells);
    add_section(new StreamsSection(document));
    add_section(new HostSection(document));
    add_section(new ConditionsSection(document));
    add_section(new WindowsSection(document));
    add_section(new CriteriaSection(document));
    add_section(new ChecksSection(document));
    add_section(new PresetsSection(document));
    add_section(new JsonSection(document));

    auto* problems = new ProblemList(document);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(m_header);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(problems);

    make_actions();
    connect(problems, &ProblemList::place_chosen, this, &DesignPage::show_place);
    connect(m_header, &DesignHeader::run_requested, this, &DesignPage::run_requested);
    connect(m_plan, &PlanAsker::changed, this, [this] { emit runs_code_changed(runs_code()); });
    connect(&document, &ExperimentDocument::changed, this, &DesignPage::update_actions);
    connect(&document, &ExperimentDocument::file_changed, this, &DesignPage::update_actions);
    connect(&document, &ExperimentDocument::problems_changed, this, &DesignPage::update_tabs);
    update_actions();
    update_tabs();
}

DesignPage::~DesignPage() = default;

void DesignPage::make_actions() {
    const auto make = [this](const char* id, const QString& text, QKeySequence::StandardKey key) {
        auto* action = new QAction(tinted_icon(QLatin1String(id)), text, this);
        action->setObjectName(QLatin1String(id));
        action->setShortcuts(key);
        addAction(action);
        return action;
    };
    m_undo = make("undo", tr("&Undo"), QKeySequence::Undo);
    m_redo = make("redo", tr("&Redo"), QKeySequence::Redo);
    connect(m_undo, &QAction::triggered, this, [this] { m_document.undo(); });
    connect(m_redo, &QAction::triggered, this, [this] { m_document.redo(); });
    addActions(m_cells->row_actions());
}

void DesignPage::add_section(DesignSection* section) {
    m_sections.append(section);
    m_tabs->addTab(section, section->title());
}

DesignSection* DesignPage::section_of(const QString& pointer) const {
    for (DesignSection* section : m_sections)
        if (section->covers(pointer)) return section;
    return m_sections.last();
}

void DesignPage::show_place(const QString& pointer) {
    if (Field* field = m_header->field_of(pointer)) {
        field->focus_editor();
        return;
    }
    DesignSection* section = section_of(pointer);
    m_tabs->setCurrentWidget(section);
    section->show_place(pointer);
}

void DesignPage::set_run_active(bool active) {
    m_plan->set_paused(active);
    m_header->set_run_active(active);
}

QStringList DesignPage::runs_code() const {
    return m_plan->answer() ? m_plan->answer()->runs_code : QStringList();
}

void DesignPage::update_tabs() {
    QVector<int> counts(m_sections.size(), 0);
    for (const Problem& problem : m_document.problems()) {
        if (!m_header->field_of(problem.where))
            ++counts[m_sections.indexOf(section_of(problem.where))];
    }
    for (int i = 0; i < m_sections.size(); ++i) {
        const QString& title = m_sections.at(i)->title();
        m_tabs->setTabText(i,
                           counts.at(i) > 0 ? tr("%1 ⚠ %2").arg(title).arg(counts.at(i)) : title);
        m_tabs->setTabToolTip(i, counts.at(i) > 0
                                     ? counted(counts.at(i), tr("%1 problem"), tr("%1 problems"))
                                     : QString());
    }
}

void DesignPage::update_actions() {
    m_undo->setEnabled(m_document.can_undo());
    m_redo->setEnabled(m_document.can_redo());
    const QString undone = m_document.undo_label(), redone = m_document.redo_label();
    m_undo->setText(undone.isEmpty() ? tr("&Undo") : tr("&Undo: %1").arg(undone));
    m_redo->setText(redone.isEmpty() ? tr("&Redo") : tr("&Redo: %1").arg(redone));
}

}  // namespace stallscope::app
