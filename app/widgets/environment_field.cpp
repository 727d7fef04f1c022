// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/environment_field.h"

#include <QJsonObject>
#include <QPlainTextEdit>
#include <QSignalBlocker>

namespace stallscope::app {

EnvironmentField::EnvironmentField(ExperimentDocument& document, Spec spec, QWidget* parent)
    : Field(document, std::move(spec), parent), m_text(new QPlainTextEdit) {
    m_text->setPlaceholderText(tr("NAME=value, a line each"));
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFixedHeight(m_text->fontMetrics().lineSpacing() * 4 + 14);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] { commit(QJsonObject()); });
    set_editor(m_text, Width::wide);
}

QString EnvironmentField::shown() const {
    QString text;
    const QStringList names = tree().keys(pointer());
    for (const QString& name : names)
        text +=
            name + QLatin1Char('=') + tree().shown(json_place(pointer(), name)) + QLatin1Char('\n');
    return text;
}

ExperimentTree EnvironmentField::typed() const {
    ExperimentTree changed = tree().without(pointer());
    const QStringList lines = m_text->toPlainText().split(QLatin1Char('\n'));
    for (const QString& line : lines) {
        const qsizetype equals = line.indexOf(QLatin1Char('='));
        if (equals <= 0) continue;
        changed =
            changed.with(json_place(pointer(), line.left(equals).trimmed()), line.mid(equals + 1));
    }
    return changed;
}

ExperimentTree EnvironmentField::edited(const QJsonValue&) const {
    return typed();
}

void EnvironmentField::show_value() {
    if (m_text->hasFocus() && typed().line_at(pointer()) == tree().line_at(pointer())) return;
    if (m_text->toPlainText() == shown()) return;
    const QSignalBlocker no_echo(m_text);
    m_text->setPlainText(shown());
}

void EnvironmentField::set_editable(bool editable) {
    m_text->setReadOnly(!editable);
}

}  // namespace stallscope::app
