// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/field.h"

#include <QHBoxLayout>
#include <QLabel>
#include <utility>

#include "widgets/field_message.h"
#include "widgets/undo_keys.h"

namespace stallscope::app {

Field::Field(ExperimentDocument& document, Spec spec, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_spec(std::move(spec)),
      m_hint(new QLabel(this)),
      m_message(new FieldMessage),
      m_layout(new QVBoxLayout(this)) {
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_layout->addWidget(m_message);
    m_hint->setWordWrap(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    setObjectName(QStringLiteral("field ") + m_spec.pointer);
}

void Field::set_hint(const QString& hint) {
    m_hint->setText(hint);
}

void Field::set_editor(QWidget* editor, Width width) {
    m_editor = editor;
    editor->setAccessibleName(m_spec.label);
    editor->setToolTip(m_spec.help);
    setFocusProxy(editor);
    leave_undo_to_the_window(editor);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(editor, width == Width::wide ? 1 : 0);
    // Beside a narrow editor the hint takes the room, also when it is empty.
    if (width == Width::narrow || !m_spec.unit.isEmpty())
        row->addWidget(m_hint, width == Width::wide ? 0 : 1);
    set_hint(m_spec.unit);
    m_layout->insertLayout(0, row);
    connect(&m_document, &ExperimentDocument::changed, this, &Field::update_all);
    connect(&m_document, &ExperimentDocument::file_changed, this, &Field::update_all);
    update_all();
}

Field::~Field() {
    for (QWidget* part : findChildren<QWidget*>()) part->disconnect(this);
}

void Field::set_pointer(const QString& pointer) {
    if (pointer == m_spec.pointer) return;
    m_spec.pointer = pointer;
    setObjectName(QStringLiteral("field ") + pointer);
    update_all();
}

QString Field::message() const {
    return m_message->text();
}

void Field::focus_editor() {
    if (m_editor) m_editor->setFocus(Qt::OtherFocusReason);
}

bool Field::shows(const QString& place) const {
    return place == m_spec.pointer || place.startsWith(m_spec.pointer + QLatin1Char('/'));
}

void Field::commit(const QJsonValue& value) {
    m_document.edit(m_spec.label, edited(value), m_spec.pointer);
}

ExperimentTree Field::edited(const QJsonValue& value) const {
    return value.isUndefined() ? tree().without(m_spec.pointer)
                               : tree().with(m_spec.pointer, value);
}

void Field::set_editable(bool editable) {
    m_editor->setEnabled(editable);
}

void Field::update_all() {
    if (!m_editor) return;
    set_editable(!m_document.is_read_only() && m_document.is_readable());
    show_value();
    const Problem* problem = nullptr;
    for (const Problem& one : m_document.problems()) {
        if (!shows(one.where)) continue;
        problem = &one;
        break;
    }
    m_message->set_problem(problem);
}

}  // namespace stallscope::app
