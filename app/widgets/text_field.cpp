// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/text_field.h"

#include <QPlainTextEdit>
#include <QSignalBlocker>

namespace stallscope::app {

TextField::TextField(ExperimentDocument& document, int lines, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent), m_text(new QPlainTextEdit) {
    m_text->setPlaceholderText(this->spec().fallback);
    m_text->setTabChangesFocus(true);
    m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * lines + 14);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        const QString text = m_text->toPlainText();
        commit(text.isEmpty() ? QJsonValue(QJsonValue::Undefined) : QJsonValue(text));
    });
    set_editor(m_text, Width::wide);
}

void TextField::show_value() {
    const QString text = tree().shown(pointer());
    if (m_text->toPlainText() == text) return;
    const QSignalBlocker no_echo(m_text);
    m_text->setPlainText(text);
}

void TextField::set_editable(bool editable) {
    m_text->setReadOnly(!editable);
}

}  // namespace stallscope::app
