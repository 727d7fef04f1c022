// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/criteria_section.h"

#include <QJsonObject>

#include "core/experiment_edits.h"
#include "widgets/criterion_form.h"

namespace stallscope::app {

CriteriaSection::CriteriaSection(ExperimentDocument& document, QWidget* parent)
    : ListSection(document, tr("Criteria"), QStringLiteral("/criteria"), NamedList::Order::matters,
                  parent) {
    connect(&list(), &NamedList::add_asked, this, &CriteriaSection::add);
    connect(&list(), &NamedList::duplicate_asked, this, [this](int row) {
        const QString id = names().value(row);
        choose_next(row + 1);
        this->document().edit(
            tr("a copy of a criterion"),
            tree()
                .copied(pointer_of(row), place(), row + 1)
                .with(pointer_of(row + 1) + QStringLiteral("/id"), free_name(id, names())));
    });
    connect(&list(), &NamedList::remove_asked, this, [this](int row) {
        this->document().edit(tr("removing a criterion"), tree().without(pointer_of(row)));
    });
    connect(&list(), &NamedList::move_asked, this, [this](int row, int by) {
        choose_next(row + by);
        this->document().edit(tr("the order of criteria"), tree().moved(place(), row, row + by));
    });
    update_all();
}

QStringList CriteriaSection::names() const {
    return ids_in(tree(), place());
}

QString CriteriaSection::pointer_of(int row) const {
    return json_place(place(), row);
}

int CriteriaSection::row_of(const QString& pointer) const {
    bool is_number = false;
    const int row = pointer.section(QLatin1Char('/'), 2, 2).toInt(&is_number);
    return is_number && row < names().size() ? row : -1;
}

QString CriteriaSection::shape_of(int row) const {
    return CriterionForm::shape_of(tree(), pointer_of(row));
}

QWidget* CriteriaSection::new_form_of(int row) {
    return new CriterionForm(document(), pointer_of(row));
}

void CriteriaSection::add() {
    const int row = static_cast<int>(names().size());
    choose_next(row);
    document().edit(
        tr("a new criterion"),
        tree().inserted(
            place(), row,
            QJsonObject{{QStringLiteral("id"), free_name(QStringLiteral("criterion"), names())},
                        {QStringLiteral("metric"), QStringLiteral("errors")},
                        {QStringLiteral("at_most"), 0}}));
}

}  // namespace stallscope::app
