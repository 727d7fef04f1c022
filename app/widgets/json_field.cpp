// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/json_field.h"

#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QSignalBlocker>

#include "widgets/field_message.h"

namespace stallscope::app {

QPlainTextEdit* new_json_editor() {
    auto* text = new QPlainTextEdit;
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setTabChangesFocus(true);
    text->setUndoRedoEnabled(false);
    return text;
}

JsonField::JsonField(ExperimentDocument& document, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent),
      m_text(new_json_editor()),
      m_unreadable(new FieldMessage) {
    connect(m_text, &QPlainTextEdit::textChanged, this, &JsonField::take_over);
    set_editor(m_text, Width::wide);
    layout()->addWidget(m_unreadable);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void JsonField::take_over() {
    const auto changed = tree().with_text(pointer(), m_text->toPlainText().toUtf8());
    if (changed) {
        document().edit(spec().label, *changed, pointer());
        m_unreadable->set_text({});
        return;
    }
    Problem problem = problems_of(changed.error()).first();
    if (!problem.where.isEmpty()) problem.says += tr(" (%1)").arg(problem.where);
    if (problem.hint.isEmpty()) problem.hint = tr("It is taken over once it can be read");
    m_unreadable->set_problem(&problem);
}

void JsonField::show_value() {
    if (m_text->hasFocus()) {
        const auto typed = tree().with_text(pointer(), m_text->toPlainText().toUtf8());
        if (typed && *typed == tree()) return;
    }
    const QString text = QString::fromUtf8(tree().text_at(pointer()));
    if (m_text->toPlainText() == text) return;
    const QSignalBlocker no_echo(m_text);
    m_text->setPlainText(text);
    m_unreadable->set_text({});
}

void JsonField::set_editable(bool editable) {
    m_text->setReadOnly(!editable);
}

}  // namespace stallscope::app
