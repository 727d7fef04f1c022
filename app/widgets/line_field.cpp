// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/line_field.h"

#include <QJsonArray>
#include <QLineEdit>

#include "models/cell_text.h"

namespace stallscope::app {

LineField::LineField(ExperimentDocument& document, Kind kind, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent), m_kind(kind), m_line(new QLineEdit) {
    m_line->setPlaceholderText(this->spec().fallback);
    if (kind == Kind::number) m_line->setMaximumWidth(110);
    connect(m_line, &QLineEdit::textEdited, this, [this] { commit(typed()); });
    connect(m_line, &QLineEdit::editingFinished, this, [this] { this->document().end_merging(); });
    set_editor(m_line, kind == Kind::number ? Width::narrow : Width::wide);
}

QJsonValue LineField::typed() const {
    const QString text = m_line->text();
    if (m_kind == Kind::text ? text.isEmpty() : text.trimmed().isEmpty())
        return QJsonValue(QJsonValue::Undefined);
    switch (m_kind) {
        case Kind::number:
            return number_or_text(text.trimmed());
        case Kind::names:
            return names_value(text);
        case Kind::numbers: {
            QJsonArray numbers;
            const QJsonArray names = names_value(text).toArray();
            for (const QJsonValue& name : names) numbers.append(number_or_text(name.toString()));
            return numbers;
        }
        case Kind::json:
            return json_or_text(text);
        case Kind::text:
            break;
    }
    return text;
}

QString LineField::shown() const {
    const QJsonValue value = tree().value(pointer());
    if ((m_kind == Kind::names || m_kind == Kind::numbers) && value.isArray())
        return names_text(value);
    const QString text = tree().shown(pointer());
    return text.isEmpty() && !value.isString() ? tree().line_at(pointer()) : text;
}

// What is typed ("1.", "a, ") may say the same as what stands there: then it is left alone.
void LineField::show_value() {
    const QJsonValue value = tree().value(pointer());
    if (m_line->hasFocus() && typed() == value) return;
    const QString text = shown();
    if (m_line->text() != text) m_line->setText(text);
}

void LineField::set_editable(bool editable) {
    m_line->setReadOnly(!editable);
}

}  // namespace stallscope::app
