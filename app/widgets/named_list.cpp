// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/named_list.h"

#include <QHBoxLayout>
#include <QListWidget>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/tinted_icon.h"

namespace stallscope::app {

NamedList::NamedList(const QString& what, Order order, QWidget* parent)
    : QWidget(parent), m_list(new QListWidget) {
    m_list->setObjectName(QStringLiteral("names"));
    m_list->setAccessibleName(what);
    m_list->setMinimumWidth(150);
    m_add = button(QStringLiteral("add"), tr("Add"));
    m_duplicate = button(QStringLiteral("duplicate"), tr("Duplicate"));
    m_remove = button(QStringLiteral("remove"), tr("Remove"));
    auto* bar = new QHBoxLayout;
    bar->setSpacing(2);
    for (QToolButton* one : {m_add, m_duplicate, m_remove}) bar->addWidget(one);
    if (order == Order::matters) {
        m_up = button(QStringLiteral("up"), tr("Move up"));
        m_down = button(QStringLiteral("down"), tr("Move down"));
        bar->addWidget(m_up);
        bar->addWidget(m_down);
        connect(m_up, &QToolButton::clicked, this, [this] { emit move_asked(current(), -1); });
        connect(m_down, &QToolButton::clicked, this, [this] { emit move_asked(current(), 1); });
    }
    bar->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(bar);
    layout->addWidget(m_list, 1);
    connect(m_add, &QToolButton::clicked, this, &NamedList::add_asked);
    connect(m_duplicate, &QToolButton::clicked, this, [this] { emit duplicate_asked(current()); });
    connect(m_remove, &QToolButton::clicked, this, [this] { emit remove_asked(current()); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        update_buttons();
        emit chosen(row);
    });
    update_buttons();
}

QToolButton* NamedList::button(const QString& icon, const QString& tip) {
    auto* button = new QToolButton;
    button->setIcon(tinted_icon(icon));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setObjectName(icon);
    button->setAutoRaise(true);
    return button;
}

void NamedList::set_names(const QStringList& names, const QList<int>& faulty) {
    const int before = current();
    m_names = names;
    {
        const QSignalBlocker quietly(m_list);
        while (m_list->count() > names.size()) delete m_list->takeItem(m_list->count() - 1);
        while (m_list->count() < names.size()) m_list->addItem(QString());
        for (int i = 0; i < m_list->count(); ++i) {
            const QString name = names.at(i).isEmpty() ? tr("(no name)") : names.at(i);
            const bool is_faulty = faulty.contains(i);
            m_list->item(i)->setText(is_faulty ? QStringLiteral("⚠ ") + name : name);
            m_list->item(i)->setToolTip(is_faulty ? tr("%1 has problems").arg(name) : name);
        }
        if (m_list->count() > 0) m_list->setCurrentRow(std::clamp(before, 0, m_list->count() - 1));
    }
    update_buttons();
    if (current() != before) emit chosen(current());
}

int NamedList::current() const {
    return m_list->currentRow();
}

QString NamedList::current_name() const {
    return m_names.value(current());
}

void NamedList::choose(int row) {
    m_list->setCurrentRow(row);
}

void NamedList::set_editable(bool editable) {
    m_is_editable = editable;
    update_buttons();
}

void NamedList::update_buttons() {
    const int row = current();
    m_add->setEnabled(m_is_editable);
    m_duplicate->setEnabled(m_is_editable && row >= 0);
    m_remove->setEnabled(m_is_editable && row >= 0);
    if (!m_up) return;
    m_up->setEnabled(m_is_editable && row > 0);
    m_down->setEnabled(m_is_editable && row >= 0 && row + 1 < m_list->count());
}

}  // namespace stallscope::app
