// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/unsaved_question.h"

#include <QMessageBox>
#include <QPushButton>

namespace stallscope::app {
namespace {

using Occasion = UnsavedQuestion::Occasion;

QString question_of(const OpenWork& work) {
    if (work.unsaved.isEmpty()) return UnsavedQuestion::tr("A run is being measured.");
    if (!work.run_is_active)
        return UnsavedQuestion::tr("%1 has edits that are not saved.").arg(work.unsaved);
    return UnsavedQuestion::tr("A run is being measured, and %1 has edits that are not saved.")
        .arg(work.unsaved);
}

QString save_text(const OpenWork& work, Occasion occasion) {
    if (occasion == Occasion::opening_another) return UnsavedQuestion::tr("Save");
    return work.run_is_active ? UnsavedQuestion::tr("Save, cancel the run and close")
                              : UnsavedQuestion::tr("Save and close");
}

QString discard_text(const OpenWork& work, Occasion occasion) {
    if (occasion == Occasion::opening_another) return UnsavedQuestion::tr("Discard the edits");
    return work.unsaved.isEmpty() ? UnsavedQuestion::tr("Cancel the run and close")
                                  : UnsavedQuestion::tr("Close without saving");
}

}  // namespace

UnsavedQuestion::UnsavedQuestion(QWidget& window) : QObject(&window), m_window(window) {}

void UnsavedQuestion::ask(const OpenWork& work, Occasion occasion,
                          std::function<void(Answer)> answered) {
    if (m_box) return;
    if (work.is_none()) {
        answered(Answer::discard);
        return;
    }
    m_box = new QMessageBox(QMessageBox::Question, m_window.windowTitle(), question_of(work),
                            QMessageBox::NoButton, &m_window);
    m_box->setObjectName(QStringLiteral("unsaved_question"));
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    m_box->setTextFormat(Qt::PlainText);
    if (work.run_is_active)
        m_box->setInformativeText(tr(
            "Closing cancels it. What was measured until now is in its file and can be resumed."));
    QPushButton* save = nullptr;
    if (!work.unsaved.isEmpty())
        save = m_box->addButton(save_text(work, occasion), QMessageBox::AcceptRole);
    QPushButton* discard =
        m_box->addButton(discard_text(work, occasion), QMessageBox::DestructiveRole);
    QPushButton* stay = m_box->addButton(
        occasion == Occasion::closing ? tr("Keep open") : tr("Stay here"), QMessageBox::RejectRole);
    m_box->setDefaultButton(stay);
    m_box->setEscapeButton(stay);
    connect(m_box, &QMessageBox::finished, this,
            [this, save, discard, answered = std::move(answered)] {
                const QAbstractButton* clicked = m_box->clickedButton();
                m_box = nullptr;
                if (clicked && clicked == save)
                    answered(Answer::save);
                else if (clicked && clicked == discard)
                    answered(Answer::discard);
                else
                    answered(Answer::stay);
            });
    m_box->open();
}

}  // namespace stallscope::app
