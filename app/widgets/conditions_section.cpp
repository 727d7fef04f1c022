// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/conditions_section.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "models/conditions_model.h"
#include "widgets/field_message.h"
#include "widgets/tinted_icon.h"

namespace stallscope::app {

ConditionsSection::ConditionsSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(document, tr("Conditions"), {QStringLiteral("/conditions")}, parent),
      m_model(new ConditionsModel(document, this)),
      m_table(new QTableView),
      m_message(new FieldMessage) {
    m_table->setObjectName(QStringLiteral("conditions"));
    m_table->setAccessibleName(tr("Conditions"));
    m_table->setModel(m_model);
    m_table->setAlternatingRowColors(true);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(m_table->fontMetrics().height() + 12);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultSectionSize(140);

    auto* bar = new QHBoxLayout;
    bar->setSpacing(2);
    m_buttons = {button(QStringLiteral("add"), tr("Add"), &ConditionsSection::add),
                 button(QStringLiteral("remove"), tr("Remove"), &ConditionsSection::remove),
                 button(QStringLiteral("up"), tr("Up"), &ConditionsSection::up),
                 button(QStringLiteral("down"), tr("Down"), &ConditionsSection::down)};
    for (QToolButton* one : std::as_const(m_buttons)) bar->addWidget(one);
    bar->addStretch(1);
    auto* help = new QLabel(
        tr("Which streams run together: one alone, or several at once. Every cell is measured in "
           "every condition unless it names its own."));
    help->setWordWrap(true);
    help->setForegroundRole(QPalette::PlaceholderText);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_message);
    layout->addWidget(help);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &ConditionsSection::update_all);
    connect(&document, &ExperimentDocument::changed, this, &ConditionsSection::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &ConditionsSection::update_all);
    update_all();
}

QToolButton* ConditionsSection::button(const QString& icon, const QString& text,
                                       int (ConditionsSection::*edit)()) {
    auto* button = new QToolButton;
    button->setObjectName(icon);
    button->setIcon(tinted_icon(icon));
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    connect(button, &QToolButton::clicked, this, [this, edit] {
        const int row = (this->*edit)();
        if (row >= 0) m_table->setCurrentIndex(m_model->index(row, 0));
    });
    return button;
}

int ConditionsSection::current() const {
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? index.row() : -1;
}

int ConditionsSection::add() {
    return m_model->add();
}

int ConditionsSection::remove() {
    return m_model->remove(current());
}

int ConditionsSection::up() {
    return m_model->move(current(), -1);
}

int ConditionsSection::down() {
    return m_model->move(current(), 1);
}

void ConditionsSection::update_all() {
    const int row = current();
    const QList<bool> can{true, row >= 0, row > 0, row >= 0 && row + 1 < m_model->rowCount()};
    for (int i = 0; i < m_buttons.size(); ++i) m_buttons.at(i)->setEnabled(can_edit() && can.at(i));
    QString says;
    for (const Problem& problem : document().problems()) {
        if (!covers(problem.where)) continue;
        const int faulty = m_model->row_of(problem.where);
        const QString name = m_model->index(faulty, 0).data().toString();
        says = faulty < 0 ? sentence_of(problem) : tr("%1: %2").arg(name, sentence_of(problem));
        break;
    }
    m_message->set_text(says);
}

void ConditionsSection::show_place(const QString& pointer) {
    const int row = m_model->row_of(pointer);
    if (row >= 0) m_table->setCurrentIndex(m_model->index(row, 0));
    m_table->setFocus(Qt::OtherFocusReason);
}

}  // namespace stallscope::app
