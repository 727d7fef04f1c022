// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/json_section.h"

#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QVBoxLayout>

#include "widgets/field_message.h"
#include "widgets/json_field.h"
#include "widgets/undo_keys.h"

namespace stallscope::app {

JsonSection::JsonSection(ExperimentDocument& document, QWidget* parent)
    : DesignSection(document, tr("JSON"), {QString()}, parent),
      m_text(new_json_editor()),
      m_message(new FieldMessage) {
    m_text->setObjectName(QStringLiteral("json"));
    m_text->setAccessibleName(tr("The experiment as JSON"));
    leave_undo_to_the_window(m_text);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_message);
    layout->addWidget(m_text, 1);
    connect(m_text, &QPlainTextEdit::textChanged, this,
            [this] { this->document().edit_text(m_text->toPlainText().toUtf8()); });
    connect(&document, &ExperimentDocument::changed, this, &JsonSection::update_all);
    connect(&document, &ExperimentDocument::file_changed, this, &JsonSection::update_all);
    update_all();
}

void JsonSection::update_all() {
    m_text->setReadOnly(document().is_read_only());
    const QString text = QString::fromUtf8(document().text());
    if (m_text->toPlainText() != text) {
        const QSignalBlocker no_echo(m_text);
        const int at = m_text->textCursor().position();
        m_text->setPlainText(text);
        QTextCursor cursor = m_text->textCursor();
        cursor.setPosition(std::min(at, static_cast<int>(text.size())));
        m_text->setTextCursor(cursor);
    }
    QString says;
    if (!document().is_readable()) {
        const Problem problem = document().problems().value(0);
        says = tr("%1: %2 The other tabs show what could be read last.")
                   .arg(problem.where, sentence_of(problem));
    }
    m_message->set_text(says);
}

void JsonSection::show_place(const QString& pointer) {
    static const QRegularExpression line_and_column(QStringLiteral("^line (\\d+), column (\\d+)$"));
    const auto match = line_and_column.match(pointer);
    QTextCursor cursor = m_text->textCursor();
    if (match.hasMatch()) {
        const QTextBlock block =
            m_text->document()->findBlockByNumber(match.captured(1).toInt() - 1);
        cursor.setPosition(block.position() +
                           std::min(match.captured(2).toInt() - 1, block.length() - 1));
        m_text->setTextCursor(cursor);
    } else {
        // The last name on the way is what can be found in the text.
        const QString name = pointer.section(QLatin1Char('/'), -1);
        const QTextCursor found =
            m_text->document()->find(QLatin1Char('"') + name + QLatin1Char('"'));
        if (!found.isNull()) m_text->setTextCursor(found);
    }
    m_text->ensureCursorVisible();
    m_text->setFocus(Qt::OtherFocusReason);
}

}  // namespace stallscope::app
