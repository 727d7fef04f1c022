// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/list_section.h"

#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>
#include <utility>

namespace stallscope::app {

ListSection::ListSection(ExperimentDocument& document, const QString& title, const QString& place,
                         NamedList::Order order, QWidget* parent)
    : DesignSection(document, title, {place}, parent),
      m_place(place),
      m_list(new NamedList(title, order)),
      m_area(new QScrollArea) {
    m_area->setWidgetResizable(true);
    m_area->setFrameShape(QFrame::NoFrame);
    auto* split = new QSplitter;
    split->setChildrenCollapsible(false);
    split->addWidget(m_list);
    split->addWidget(m_area);
    split->setStretchFactor(1, 1);
    split->setSizes({230, 700});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(split);
    connect(m_list, &NamedList::chosen, this, &ListSection::show_form);
    connect(&document, &ExperimentDocument::changed, this, &ListSection::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &ListSection::update_all);
}

void ListSection::update_all() {
    const QStringList all = names();
    QList<int> faulty;
    for (int i = 0; i < all.size(); ++i)
        if (document().problems_within(pointer_of(i)) > 0) faulty.append(i);
    m_list->set_names(all, faulty);
    m_list->set_editable(can_edit());
    if (m_next >= 0 && m_next < all.size()) m_list->choose(std::exchange(m_next, -1));
    show_form();
}

void ListSection::show_form() {
    const int row = m_list->current();
    const QString shape = row < 0 ? QString() : QString::number(row) + shape_of(row);
    if (shape == m_shape && m_area->widget()) return;
    m_shape = shape;
    // A field of the old form may be the one that is telling of its edit right now.
    if (QWidget* old = m_area->takeWidget()) {
        old->hide();
        old->setParent(this);
        old->deleteLater();
    }
    if (row >= 0) {
        m_area->setWidget(new_form_of(row));
        return;
    }
    auto* nothing = new QLabel(tr("Nothing here yet. The plus adds one."));
    nothing->setAlignment(Qt::AlignCenter);
    m_area->setWidget(nothing);
}

void ListSection::show_place(const QString& pointer) {
    const int row = row_of(pointer);
    if (row >= 0) m_list->choose(row);
    DesignSection::show_place(pointer);
}

}  // namespace stallscope::app
