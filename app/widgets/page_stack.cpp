// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/page_stack.h"

#include <QAction>
#include <QActionGroup>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolBar>

#include "widgets/page.h"

namespace stallscope::app {

PageStack::PageStack(QWidget* parent)
    : QWidget(parent), m_bar(new QToolBar), m_stack(new QStackedWidget) {
    m_bar->setObjectName(QStringLiteral("page_bar"));
    m_bar->setAccessibleName(tr("Pages"));
    m_bar->setOrientation(Qt::Vertical);
    m_bar->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    m_bar->setIconSize(QSize(22, 22));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_stack, 1);
}

void PageStack::add(QAction* choose, Page* page) {
    choose->setCheckable(true);
    if (!m_actions.isEmpty() && m_actions.front()->actionGroup())
        m_actions.front()->actionGroup()->addAction(choose);
    else
        (new QActionGroup(this))->addAction(choose);
    m_actions.append(choose);
    m_bar->addAction(choose);
    // All buttons as wide as the widest: a column, not a ragged edge.
    int width = 0;
    for (QAction* action : m_actions)
        width = qMax(width, m_bar->widgetForAction(action)->sizeHint().width());
    for (QAction* action : m_actions) m_bar->widgetForAction(action)->setMinimumWidth(width);
    m_stack->addWidget(page);
    const QString id = choose->objectName();
    connect(choose, &QAction::triggered, this, [this, id] { show_page(id); });
    if (m_actions.size() == 1) choose->setChecked(true);
}

void PageStack::show_page(const QString& id) {
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        if (m_actions[i]->objectName() != id) continue;
        m_actions[i]->setChecked(true);
        if (m_stack->currentIndex() == i) return;
        m_stack->setCurrentIndex(static_cast<int>(i));
        if (m_stack->currentWidget()->focusPolicy() != Qt::NoFocus)
            m_stack->currentWidget()->setFocus();
        emit current_changed(id);
        return;
    }
}

QString PageStack::current_id() const {
    const int i = m_stack->currentIndex();
    return i < 0 ? QString() : m_actions[i]->objectName();
}

Page* PageStack::current() const {
    return qobject_cast<Page*>(m_stack->currentWidget());
}

Page* PageStack::find(const QString& id) const {
    for (qsizetype i = 0; i < m_actions.size(); ++i)
        if (m_actions[i]->objectName() == id)
            return qobject_cast<Page*>(m_stack->widget(static_cast<int>(i)));
    return nullptr;
}

QStringList PageStack::ids() const {
    QStringList ids;
    for (const QAction* action : m_actions) ids.append(action->objectName());
    return ids;
}

QVector<Page*> PageStack::pages() const {
    QVector<Page*> pages;
    for (int i = 0; i < m_stack->count(); ++i)
        pages.append(qobject_cast<Page*>(m_stack->widget(i)));
    return pages;
}

}  // namespace stallscope::app
