// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/conditions_field.h"

#include <QJsonArray>
#include <QLineEdit>

#include "models/cell_text.h"

namespace stallscope::app {

ConditionsField::ConditionsField(ExperimentDocument& document, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent), m_line(new QLineEdit) {
    m_line->setPlaceholderText(this->spec().fallback);
    connect(m_line, &QLineEdit::textEdited, this, [this] { commit(m_line->text()); });
    connect(m_line, &QLineEdit::editingFinished, this, [this] { this->document().end_merging(); });
    set_editor(m_line, Width::wide);
}

bool ConditionsField::shows(const QString& place) const {
    return place == one() || place == several() || place.startsWith(several() + QLatin1Char('/'));
}

QStringList ConditionsField::written() const {
    const QString list = names_text(tree().value(several()));
    return (list.isEmpty() ? tree().shown(one()) : list).split(QStringLiteral(", "));
}

QStringList ConditionsField::typed() const {
    QStringList names;
    const QJsonArray list = names_value(m_line->text()).toArray();
    for (const QJsonValue& name : list) names.append(name.toString());
    return names.isEmpty() ? QStringList{QString()} : names;
}

ExperimentTree ConditionsField::edited(const QJsonValue&) const {
    const QStringList names = typed();
    const QString gone = names.size() > 1 ? one() : several();
    const QString key =
        names.size() > 1 ? QStringLiteral("conditions") : QStringLiteral("condition");
    ExperimentTree changed = tree();
    if (names.first().isEmpty()) return changed.without(one()).without(several());
    // The other key's place among the keys is kept.
    if (changed.has(gone))
        changed = changed.renamed(criterion(), gone.section(QLatin1Char('/'), -1), key);
    const QJsonValue value = names.size() > 1 ? QJsonValue(QJsonArray::fromStringList(names))
                                              : QJsonValue(names.first());
    return changed.with(json_place(criterion(), key), value);
}

void ConditionsField::show_value() {
    if (m_line->hasFocus() && typed() == written()) return;
    const QString text = written().join(QStringLiteral(", "));
    if (m_line->text() != text) m_line->setText(text);
}

void ConditionsField::set_editable(bool editable) {
    m_line->setReadOnly(!editable);
}

}  // namespace stallscope::app
