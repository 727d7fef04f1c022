// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/visit_chooser.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <utility>

#include "widgets/choices.h"

namespace stallscope::app {
VisitChooser::VisitChooser(QWidget* parent) : QWidget(parent) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_cell = add_choice(*layout, tr("&Cell"), "cell");
    m_condition = add_choice(*layout, tr("C&ondition"), "condition");
    m_visit = add_choice(*layout, tr("&Visit"), "visit");
    for (QComboBox* box : {m_cell, m_condition, m_visit}) box->setFocusPolicy(Qt::StrongFocus);
    layout->addStretch(1);
    connect(m_cell, &QComboBox::currentIndexChanged, this, &VisitChooser::on_cell);
    connect(m_condition, &QComboBox::currentIndexChanged, this, &VisitChooser::on_condition);
    connect(m_visit, &QComboBox::currentIndexChanged, this, &VisitChooser::on_visit);
    set_visits({});
}

const VisitChoice* VisitChooser::find(qint64 visit) const {
    for (const VisitChoice& choice : m_visits) {
        if (choice.visit == visit) return &choice;
    }
    return nullptr;
}

// A complete one before others.
const VisitChoice* VisitChooser::first_of(const QString& cell, const QString& condition) const {
    const VisitChoice* first = nullptr;
    for (const VisitChoice& choice : m_visits) {
        if (choice.cell != cell || (!condition.isEmpty() && choice.condition != condition))
            continue;
        if (choice.is_complete) return &choice;
        if (!first) first = &choice;
    }
    return first;
}

void VisitChooser::set_visits(std::vector<VisitChoice> visits) {
    m_visits = std::move(visits);
    choose(m_chosen);
}

void VisitChooser::choose(std::optional<qint64> visit) {
    m_chosen = visit && find(*visit) ? visit : std::nullopt;
    fill_cells();
    fill_conditions();
    fill_visits();
}

std::optional<qint64> VisitChooser::chosen() const {
    return m_chosen;
}

QString VisitChooser::chosen_text() const {
    const VisitChoice* choice = m_chosen ? find(*m_chosen) : nullptr;
    if (!choice) return {};
    return QStringList{choice->cell, choice->condition, choice->label}.join(QStringLiteral(", "));
}

void VisitChooser::fill_cells() {
    QStringList cells;
    for (const VisitChoice& choice : m_visits) {
        if (!cells.contains(choice.cell)) cells += choice.cell;
    }
    fill(*m_cell, cells, m_chosen ? find(*m_chosen)->cell : QString());
    m_cell->setEnabled(!cells.isEmpty());
}

void VisitChooser::fill_conditions() {
    QStringList conditions;
    for (const VisitChoice& choice : m_visits) {
        if (choice.cell == m_cell->currentText() && !conditions.contains(choice.condition))
            conditions += choice.condition;
    }
    fill(*m_condition, conditions, m_chosen ? find(*m_chosen)->condition : QString());
    m_condition->setEnabled(!conditions.isEmpty());
}

void VisitChooser::fill_visits() {
    const QSignalBlocker quiet(m_visit);
    m_visit->clear();
    for (const VisitChoice& choice : m_visits) {
        if (choice.cell == m_cell->currentText() && choice.condition == m_condition->currentText())
            m_visit->addItem(choice.label, choice.visit);
    }
    m_visit->setCurrentIndex(m_chosen ? m_visit->findData(*m_chosen) : -1);
    m_visit->setEnabled(m_visit->count() > 0);
}

// The condition stays where the other cell has it.
void VisitChooser::on_cell() {
    const VisitChoice* choice = first_of(m_cell->currentText(), m_condition->currentText());
    if (!choice) choice = first_of(m_cell->currentText(), {});
    if (!choice) return;
    choose(choice->visit);
    emit visit_chosen(choice->visit);
}

void VisitChooser::on_condition() {
    const VisitChoice* choice = first_of(m_cell->currentText(), m_condition->currentText());
    if (!choice) return;
    choose(choice->visit);
    emit visit_chosen(choice->visit);
}

void VisitChooser::on_visit() {
    if (m_visit->currentIndex() < 0) return;
    m_chosen = m_visit->currentData().toLongLong();
    emit visit_chosen(*m_chosen);
}

}  // namespace stallscope::app
