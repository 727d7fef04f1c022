// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/design_section.h"

#include <QFormLayout>
#include <QLabel>
#include <QScrollArea>

#include "widgets/field.h"

namespace stallscope::app {

DesignSection::DesignSection(ExperimentDocument& document, QString title, QStringList places,
                             QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_title(std::move(title)),
      m_places(std::move(places)) {}

bool DesignSection::covers(const QString& pointer) const {
    for (const QString& place : m_places) {
        if (pointer == place || pointer.startsWith(place + QLatin1Char('/'))) return true;
    }
    return false;
}

Field* DesignSection::field_of(const QString& pointer) const {
    Field* best = nullptr;
    const QList<Field*> fields = findChildren<Field*>();
    for (Field* field : fields) {
        if (field->shows(pointer) && (!best || field->pointer().size() > best->pointer().size()))
            best = field;
    }
    return best;
}

void DesignSection::show_place(const QString& pointer) {
    Field* field = field_of(pointer);
    if (!field) return;
    for (QWidget* up = field->parentWidget(); up && up != this; up = up->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(up)) area->ensureWidgetVisible(field);
    }
    field->focus_editor();
}

QWidget* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(content);
    area->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return area;
}

QFormLayout* new_form(QWidget* owner) {
    auto* form = new QFormLayout(owner);
    form->setLabelAlignment(Qt::AlignRight | Qt::AlignTop);
    form->setFormAlignment(Qt::AlignLeft | Qt::AlignTop);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(10);
    form->setVerticalSpacing(6);
    return form;
}

void add_row(QFormLayout* form, const QString& label, Field* field) {
    auto* name = new QLabel(label);
    name->setBuddy(field);
    name->setContentsMargins(0, 4, 0, 0);  // beside the editor's text
    form->addRow(name, field);
}

}  // namespace stallscope::app
