// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QWidget>

#include "core/problem.h"

namespace stallscope::app {

/// What is wrong with a field, beneath it: a sign, and red words. Takes no room while nothing is.
class FieldMessage final : public QWidget {
    Q_OBJECT

public:
    explicit FieldMessage(QWidget* parent = nullptr);

    void set_text(const QString& text);
    void set_problem(const Problem* problem);  ///< nullptr: nothing is wrong
    QString text() const { return m_text->text(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void colour();

    QLabel* m_sign;
    QLabel* m_text;
};

/// "says. hint", with a full stop.
QString sentence_of(const Problem& problem);

/// Red that can be read on the palette's window.
QColor fault_colour(const QPalette& palette);

}  // namespace stallscope::app
