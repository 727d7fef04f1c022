// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/presets_section.h"

#include <QFormLayout>
#include <QJsonObject>

#include "core/experiment_edits.h"
#include "widgets/json_field.h"
#include "widgets/name_field.h"

namespace stallscope::app {

PresetsSection::PresetsSection(ExperimentDocument& document, QWidget* parent)
    : ListSection(document, tr("Presets"), QStringLiteral("/presets"), NamedList::Order::fixed,
                  parent) {
    connect(&list(), &NamedList::add_asked, this, [this] {
        const QString name = free_name(QStringLiteral("preset"), names());
        choose_next(static_cast<int>(names().size()));
        this->document().edit(
            tr("a new preset"),
            tree().with(json_place(place(), name), QJsonObject{{QStringLiteral("cycles"), 3}}));
    });
    connect(&list(), &NamedList::duplicate_asked, this, [this](int row) {
        const QString name = names().value(row);
        const auto copy = tree().with_text(json_place(place(), free_name(name, names())),
                                           tree().text_at(pointer_of(row)));
        if (!copy) return;
        choose_next(static_cast<int>(names().size()));
        this->document().edit(tr("a copy of preset %1").arg(name), *copy);
    });
    connect(&list(), &NamedList::remove_asked, this, [this](int row) {
        this->document().edit(tr("removing preset %1").arg(names().value(row)),
                              tree().cleared(pointer_of(row), {}));
    });
    update_all();
}

QStringList PresetsSection::names() const {
    return tree().keys(place());
}

QString PresetsSection::pointer_of(int row) const {
    return json_place(place(), names().value(row));
}

int PresetsSection::row_of(const QString& pointer) const {
    for (int i = 0; i < names().size(); ++i) {
        if (pointer == pointer_of(i) || pointer.startsWith(pointer_of(i) + QLatin1Char('/')))
            return i;
    }
    return -1;
}

QString PresetsSection::shape_of(int row) const {
    return names().value(row);
}

QWidget* PresetsSection::new_form_of(int row) {
    const QString name = names().value(row);
    auto* content = new QWidget;
    content->setMaximumWidth(form_width);
    QFormLayout* form = new_form(content);
    add_row(form, tr("Name"),
            new NameField(
                document(),
                {pointer_of(row),
                 tr("name of a preset"),
                 {},
                 {},
                 tr("A run takes one preset; \"full\" is the experiment as it is written.")},
                [name] { return name; },
                [this, name](const QString& renamed) {
                    return tree().renamed(place(), name, renamed);
                }));
    auto* json = new JsonField(document(), {pointer_of(row),
                                            tr("preset %1").arg(name),
                                            {},
                                            {},
                                            tr("What it changes, merged onto the experiment.")});
    add_row(form, tr("Changes"), json);
    return content;
}

}  // namespace stallscope::app
