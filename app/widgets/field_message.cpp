// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/field_message.h"

#include <QEvent>
#include <QHBoxLayout>

#include "charts/series_style.h"

namespace stallscope::app {

QString sentence_of(const Problem& problem) {
    QString text = problem.says;
    if (!text.isEmpty()) text[0] = text.at(0).toUpper();
    if (!problem.hint.isEmpty()) text += QStringLiteral(". ") + problem.hint;
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return text;
}

QColor fault_colour(const QPalette& palette) {
    return is_dark(palette) ? QColor(0xff, 0x8a, 0x75) : QColor(0xb0, 0x1e, 0x12);
}

FieldMessage::FieldMessage(QWidget* parent)
    : QWidget(parent), m_sign(new QLabel(QStringLiteral("⚠"))), m_text(new QLabel) {
    setObjectName(QStringLiteral("message"));
    m_sign->setAccessibleName(tr("Problem"));
    m_text->setObjectName(QStringLiteral("message_text"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_sign, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    colour();
    hide();
}

void FieldMessage::set_text(const QString& text) {
    if (text == m_text->text()) return;
    m_text->setText(text);
    m_text->setAccessibleName(text.isEmpty() ? QString() : tr("Problem: %1").arg(text));
    setVisible(!text.isEmpty());
}

void FieldMessage::set_problem(const Problem* problem) {
    set_text(problem ? sentence_of(*problem) : QString());
}

void FieldMessage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) colour();
}

void FieldMessage::colour() {
    const QColor red = fault_colour(parentWidget() ? parentWidget()->palette() : palette());
    for (QLabel* label : {m_sign, m_text}) {
        QPalette own;
        own.setColor(QPalette::WindowText, red);
        if (label->palette().color(QPalette::WindowText) != red) label->setPalette(own);
    }
}

}  // namespace stallscope::app
